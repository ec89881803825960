import { type Mailer, mailFonts, mailHead, unbroken } from '@corroborate/server-kit/mail'
import { GiveUp } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import { html } from 'hono/html'
import { dateIn } from '../times/date-in.ts'
import { isoTime } from '../times/times.ts'

/** A part of a mail's body. `words` and `label` are plain text in the mail's language. */
export type MailPart =
  | { kind: 'words'; words: string }
  /** A highlighted note. */
  | { kind: 'note'; words: string }
  /** An address to read on at; `label` is shown in its place where a link can be clicked. */
  | { kind: 'link'; words: string; href: string; label?: string }
  /** The mail's call to action. `hint` is small text below the button. */
  | { kind: 'button'; words: string; href: string; label: string; hint: string }

/** `because`: why this person is sent it. */
export type MailContent = { locale: Locale; subject: string; parts: readonly MailPart[]; because: string }

export type ComposedMail = { subject: string; text: string; html: string }

/** Composes a single-topic mail as text and HTML. */
export const composeMail = ({ locale, subject, parts, because }: MailContent): ComposedMail => ({
  subject,
  text: `${[...parts.map(partAsText), because].join('\n\n')}\n`,
  html: String(page({ locale, subject, parts, because })),
})

/** The languages as `Intl` knows them. */
const tags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }
export const intlTag = (locale: Locale): string => tags[locale]

/** Formats a day in a language, in UTC. `time` in epoch ms. */
export const dayInMail = (time: number, locale: Locale): string => dateIn(tags[locale], isoTime(time))

const partAsText = (part: MailPart): string => {
  switch (part.kind) {
    case 'link':
      return `${part.words}\n${part.href}`
    case 'button':
      return `${part.words}\n${part.href}${part.hint === '' ? '' : `\n${part.hint}`}`
    default:
      return part.words
  }
}

const { serif, sans } = mailFonts
const paragraph = `font:16px/1.55 ${sans};color:#14242e`

const partAsHtml = (part: MailPart) => {
  switch (part.kind) {
    case 'words':
      return html`<p class="ink" dir="auto" style="margin:0 0 16px;${paragraph}">${part.words}</p>`
    case 'note':
      return html`<p class="ink" dir="auto" style="margin:0 0 16px;${paragraph};font-weight:600">${part.words}</p>`
    case 'link':
      return html`<p class="ink" style="margin:0 0 16px;${paragraph}">${part.words}<br><a class="ink" href="${part.href}" style="color:#14242e">${part.label ?? part.href}</a></p>`
    case 'button':
      return html`<p class="ink" style="margin:0 0 12px;${paragraph}">${part.words}</p>
<p style="margin:0 0 24px;font:16px/1.55 ${sans}"><a class="button button-label" href="${part.href}" style="display:inline-block;padding:14px 24px;font:600 16px/1.2 ${sans};color:#ffffff;background:#19303d;text-decoration:none;border-radius:8px">${part.label}</a><br><span class="soft" style="display:inline-block;padding-top:8px;font-size:14px;color:#5c727d">${part.hint}</span></p>`
  }
}

/** One column that fits a phone, light and dark, nothing loaded from anywhere. Every text is escaped. */
const page = ({ locale, subject, parts, because }: MailContent) => html`<!doctype html>
<html lang="${locale}" dir="ltr">
${mailHead({ title: subject, dark: '' })}
<body class="paper" style="margin:0;padding:0;background:#fbfaf7">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p class="mark" style="margin:0 0 16px;padding:0 4px;font:600 20px/1.2 ${serif};color:#19303d">Corroborate</p>
<div class="card" style="background:#ffffff;border:1px solid #dfe3e3;border-radius:12px;padding:28px 28px 12px;${unbroken}">
<h1 class="ink" style="margin:0 0 16px;font:600 24px/1.25 ${serif};color:#14242e">${subject}</h1>
${parts.map(partAsHtml)}
</div>
<p class="soft" style="padding:16px 4px 0;font:13px/1.6 ${sans};color:#5c727d">${because}</p>
</div>
</body>
</html>
`

/**
 * Sends a mail from a job. `id` is stable across attempts.
 * @throws Error if it cannot be sent now, GiveUp if it never can
 */
export const deliverMail = async (
  mailer: Pick<Mailer, 'send'>,
  mail: ComposedMail & { id: string; to: string },
  signal?: AbortSignal,
): Promise<void> => {
  const sent = await mailer.send(mail, signal)
  if (sent.kind === 'unavailable') throw new Error(sent.reason)
  if (sent.kind === 'rejected') throw new GiveUp(sent.reason)
}
