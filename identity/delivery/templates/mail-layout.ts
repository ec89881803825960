import { mailFonts, mailHead, unbroken } from '@corroborate/server-kit/mail'
import type { Words } from '../copy/index.ts'
import { type Markup, markup } from '../markup.ts'

/** Content of a mail. `mailText` and `mailHtml` render the same content. */
export type MailParts = {
  readonly words: Pick<Words, 'language' | 'notYou' | 'spelledOut'>
  readonly project: string
  readonly subject: string
  readonly heading: string
  /** Preheader text, shown beside the subject in an inbox. */
  readonly preview: string
  readonly opening: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly code?: string
  readonly afterAction?: readonly string[]
  readonly otherAction?: { readonly sentence: string; readonly label: string; readonly url: string }
  /** Advice for recipients who did not request the mail. */
  readonly ifNotYou: string
  /** Reason for the mail. */
  readonly footer: string
}

/** The plain-text form: the same sentences in the same order, addresses on lines of their own. */
export const mailText = (parts: MailParts): string =>
  [
    parts.heading,
    ...parts.opening,
    ...(parts.code === undefined ? [] : [parts.code]),
    ...(parts.action === undefined ? [] : [`${parts.action.label}:\n${parts.action.url}`]),
    ...(parts.afterAction ?? []),
    ...(parts.otherAction === undefined ? [] : [`${parts.otherAction.sentence}\n${parts.otherAction.url}`]),
    `${parts.words.notYou} ${parts.ifNotYou}`,
    `-- \n${parts.footer}`,
  ]
    .join('\n\n')
    .concat('\n')

const { serif, sans } = mailFonts
const mono = "ui-monospace,'SF Mono',Menlo,Consolas,monospace"

// Colours stand inline for readers that drop the style sheet, and again by class for those that have a dark mode.
const paragraph = (text: string, style = 'margin:0 0 16px'): Markup =>
  markup`<p class="ink" style="${style};font:16px/1.55 ${sans};color:#14242e">${text}</p>`

const button = ({ label, url }: { label: string; url: string }): Markup => markup`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td class="button" align="center" bgcolor="#19303d" style="border-radius:8px;background:#19303d">
<a class="button-label" href="${url}" style="display:inline-block;padding:14px 28px;font:600 16px/1.2 ${sans};color:#ffffff;text-decoration:none;border-radius:8px">${label}</a>
</td></tr></table>`

const spelledOut = ({ url }: { url: string }, sentence: string): Markup => markup`
<p class="soft" style="margin:24px 0 0;font:13px/1.5 ${sans};color:#5c727d;overflow-wrap:anywhere">${sentence} <a class="soft" href="${url}" style="color:#5c727d;word-break:break-all">${url}</a></p>`

const codeBox = (code: string): Markup => markup`
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:24px 0"><tr>
<td class="code" align="center" bgcolor="#eef2f1" style="border-radius:8px;background:#eef2f1;padding:20px 8px">
<span class="ink" style="font:600 34px/1.2 ${mono};letter-spacing:.18em;margin-right:-.18em;color:#14242e;white-space:nowrap">${code}</span>
</td></tr></table>`

const otherLink = ({ sentence, label, url }: NonNullable<MailParts['otherAction']>): Markup =>
  markup`<p class="ink" style="margin:0 0 16px;font:16px/1.55 ${sans};color:#14242e">${sentence} <a class="ink" href="${url}" style="color:#14242e">${label}</a></p>`

/** The HTML form: one column that fits a phone, light and dark, nothing loaded from anywhere. */
export const mailHtml = (parts: MailParts): string =>
  markup`<!doctype html>
<html lang="${parts.words.language}" dir="ltr">
${mailHead({ title: parts.subject, dark: '.code { background: #1a262e !important }' })}
<body class="paper" style="margin:0;padding:0;background:#fbfaf7;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${parts.preview}</div>
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfaf7" style="background:#fbfaf7"><tr>
<td class="frame" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;table-layout:fixed">
<tr><td class="mark" style="${unbroken}padding:0 4px 16px;font:600 20px/1.2 ${serif};color:#19303d;text-align:left">${parts.project}</td></tr>
<tr><td class="card inside" bgcolor="#ffffff" style="${unbroken}background:#ffffff;border:1px solid #dfe3e3;border-radius:12px;padding:32px;text-align:left">
<h1 class="ink" style="margin:0 0 16px;font:600 26px/1.2 ${serif};letter-spacing:-.01em;color:#14242e">${parts.heading}</h1>
${parts.opening.map(text => paragraph(text))}
${parts.code === undefined ? null : codeBox(parts.code)}
${parts.action === undefined ? null : button(parts.action)}
${(parts.afterAction ?? []).map(text => paragraph(text))}
${parts.otherAction === undefined ? null : otherLink(parts.otherAction)}
${parts.action === undefined ? null : spelledOut(parts.action, parts.words.spelledOut)}
<div class="line" style="border-top:1px solid #dfe3e3;margin:24px 0 0;padding:16px 0 0">
<p class="soft" style="margin:0;font:14px/1.5 ${sans};color:#5c727d"><b class="ink" style="font-weight:600;color:#14242e">${parts.words.notYou}</b> ${parts.ifNotYou}</p>
</div>
</td></tr>
<tr><td class="soft" style="padding:16px 4px 0;font:13px/1.5 ${sans};color:#5c727d;text-align:left;overflow-wrap:anywhere">${parts.footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.toString()
