import { mailFonts, mailHead, unbroken } from '@corroborate/server-kit/mail'
import type { Locale } from '@corroborate/wire/locales'
import { hasVisibleCharacter } from '@corroborate/wire/written-text'
import { html } from 'hono/html'
import { type Amount, formatAmount } from '../../../kit/amounts/format.ts'
import { intlTag } from '../../../kit/mail/compose-mail.ts'
import { type Activity, wordOf } from '../../../paper/activity/index.ts'
import type { Words } from './date-phrase.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'

/** Content of both forms of a mail. */
type Said = {
  locale: Locale
  subject: string
  heading: string
  intro: string
  papers: readonly {
    title: string
    url: string
    /** In this order, because the date belongs to the event and not to its outcome. */
    things: readonly {
      what: string
      when: string
      outcome: string | null
      /** Null if included in the event, or anonymous. */
      who: string | null
      detail: string | null
      isGrave: boolean
    }[]
  }[]
  open: string
  dashboard: Link
  because: string
  choose: Link
  unsubscribe: Link
}
type Link = { label: string; url: string }

const { serif, sans } = mailFonts

/** The HTML form: one column that fits a phone, light and dark, nothing loaded from anywhere. Every text is escaped. */
const mailHtml = (said: Said): string =>
  String(html`<!doctype html>
<html lang="${said.locale}" dir="ltr">
${mailHead({ title: said.subject, dark: '.grave { color: #f29490 !important }' })}
<body class="paper" style="margin:0;padding:0;background:#fbfaf7;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${said.intro}</div>
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fbfaf7" style="background:#fbfaf7"><tr>
<td class="frame" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed">
<tr><td class="mark" style="padding:0 4px 16px;font:600 20px/1.2 ${serif};color:#19303d;text-align:left">Corroborate</td></tr>
<tr><td class="card inside" bgcolor="#ffffff" style="${unbroken}background:#ffffff;border:1px solid #dfe3e3;border-radius:12px;padding:32px;text-align:left">
<h1 class="ink" style="margin:0 0 24px;font:600 24px/1.25 ${serif};letter-spacing:-.01em;color:#14242e">${said.heading}</h1>
${said.papers.map(paper)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr>
<td class="button" align="center" bgcolor="#19303d" style="border-radius:8px;background:#19303d">
<a class="button-label" href="${said.dashboard.url}" style="display:inline-block;padding:14px 24px;font:600 16px/1.2 ${sans};color:#ffffff;text-decoration:none;border-radius:8px">${said.dashboard.label}</a>
</td></tr></table>
</td></tr>
<tr><td class="soft" style="${unbroken}padding:16px 4px 0;font:13px/1.6 ${sans};color:#5c727d;text-align:left">${said.because}<br>
<a class="soft" href="${said.choose.url}" style="color:#5c727d">${said.choose.label}</a> · <a class="soft" href="${said.unsubscribe.url}" style="color:#5c727d">${said.unsubscribe.label}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`)

const paper = ({ title, url, things }: Said['papers'][number]) => html`
<div class="line" style="border-top:1px solid #dfe3e3;padding:18px 0 4px">
<p style="margin:0 0 8px"><a class="ink" href="${url}" dir="auto" style="font:600 18px/1.35 ${serif};color:#14242e">${title}</a></p>
${things.map(thing)}
</div>`

// Colours stand inline for readers that drop the style sheet, and again by class for those that have a dark mode.
const thing = ({ what, when, outcome, who, detail, isGrave }: Said['papers'][number]['things'][number]) => html`
<p class="ink" style="margin:0 0 12px;font:16px/1.5 ${sans};color:#14242e"><b class="${isGrave ? 'grave' : 'ink'}" style="font-weight:600;color:${isGrave ? '#8b1214' : '#14242e'}">${what}</b> ${when}${
  outcome === null ? '' : html`: <b class="ink" style="font-weight:600;color:#14242e">${outcome}</b>`
}${who === null ? '' : html`<span class="soft" style="color:#5c727d">, ${who}</span>`}${
  detail === null ? '' : html`<br><span class="soft" dir="auto" style="font-size:14px;color:#5c727d">${detail}</span>`
}</p>`

/** The plain-text form: the same in the same order, addresses on lines of their own. */
const mailText = ({ heading, intro, papers, dashboard, because, choose, unsubscribe }: Said): string =>
  [
    heading,
    intro,
    ...papers.map(({ title, url, things }) =>
      [
        title,
        ...things.flatMap(({ what, when, outcome, who, detail }) => [
          `* ${what} ${when}${outcome === null ? '' : `: ${outcome}`}${who === null ? '' : `, ${who}`}`,
          ...(detail === null ? [] : [`  ${detail}`]),
        ]),
        url,
      ].join('\n'),
    ),
    `${dashboard.label}:\n${dashboard.url}`,
    `-- \n${because}`,
    `${choose.label}:\n${choose.url}`,
    `${unsubscribe.label}:\n${unsubscribe.url}`,
  ]
    .join('\n\n')
    .concat('\n')

const tables: Readonly<Record<Locale, Words>> = { en: english, de: german, es: spanish }

const wordsIn = (locale: Locale): Words => tables[locale]

export type Thing = Pick<Activity, 'doi' | 'kind' | 'outcome' | 'at' | 'date' | 'by' | 'detail' | 'path'> & {
  money: Amount | null
}

export type NewsMail = {
  to: string
  locale: Locale
  papers: readonly { title: string; path: string; things: readonly Thing[] }[]
  /** The site's origin; paths hang below it. */
  origin: string
  links: { dashboard: string; settings: string; unsubscribe: string }
}

/**
 * Removes invisible characters and bidirectional controls from third-party titles. Keeps the joiners U+200C and U+200D, which Persian and
 * emoji need.
 */
const plain = (text: string): string => {
  const line = text.replace(/(?:(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}])+/gu, ' ').trim()
  return hasVisibleCharacter(line) ? line : ''
}

const longestTitle = 160
const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text

/** Author of a claim by an anonymous claimant. */
const unnamed = 'a reader'

/** Describes an event with its source or author, by kind. */
const saidOf = (
  words: Words,
  { kind, by, money }: Pick<Thing, 'kind' | 'money'> & { by: string },
): { what: string; who: string | null } => {
  switch (wordOf[kind]) {
    case 'bounty':
      return {
        what: money === null ? words.kinds.bounty : words.grewBy(formatAmount(money, intlTag(words.language))),
        who: null,
      }
    case 'claim':
      return { what: by === unnamed ? words.kinds.claim : words.claimedBy(by), who: null }
    case 'note':
    case 'report':
      return { what: words.kinds[kind], who: words.by(by) }
    case 'source':
      return { what: words.kinds[kind], who: words.accordingTo(by) }
  }
}

/** Sorts published evidence before community activity. */
const sourcesFirst = (things: readonly Thing[]): readonly Thing[] => {
  const isOfReaders = ({ kind }: Thing): number => (wordOf[kind] === 'source' ? 0 : 1)
  return things.toSorted((a, b) => isOfReaders(a) - isOfReaders(b))
}

/** Composes a mail about watched papers in the reader's language, as text and HTML. */
export const composeNews = ({
  to,
  locale,
  papers,
  origin,
  links,
}: NewsMail): { subject: string; text: string; html: string } => {
  const words = wordsIn(locale)
  const told = papers.map(({ title, path, things }) => ({
    title: shortened(plain(title), longestTitle),
    url: `${origin}${path}`,
    things: sourcesFirst(things).map(({ kind, outcome, money, at, date, by, detail }) => ({
      ...saidOf(words, { kind, by: plain(by.name), money }),
      outcome: outcome === null ? null : words.outcomes[outcome],
      when: words.when(date ?? new Date(at).toISOString()),
      detail: detail === null ? null : shortened(plain(detail), 300),
      isGrave: kind === 'retraction' || kind === 'concern',
    })),
  }))
  const all = told.flatMap(({ title, things }) => things.map(thing => ({ ...thing, title })))
  const [only, ...others] = all
  const subject =
    only !== undefined && others.length === 0
      ? words.subjectOfOne(
          only.outcome === null ? only.what : `${only.what} – ${only.outcome}`,
          shortened(only.title, 90),
        )
      : words.subjectOfMany(all.length, told.length)
  const said: Said = {
    locale,
    subject,
    heading: words.heading(all.length),
    intro: words.intro(told.length),
    papers: told,
    open: words.open,
    dashboard: { label: words.dashboard, url: links.dashboard },
    because: words.because(to),
    choose: { label: words.choose, url: links.settings },
    unsubscribe: { label: words.unsubscribe, url: links.unsubscribe },
  }
  return { subject, text: mailText(said), html: mailHtml(said) }
}
