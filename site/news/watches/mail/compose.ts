import type { Locale } from '@corroborate/wire/locales'
import { hasVisibleCharacter } from '@corroborate/wire/written-text'
import { type Amount, formatAmount } from '../../../kit/amounts/format.ts'
import { intlTag } from '../../../kit/mail/compose-mail.ts'
import { type Activity, wordOf } from '../../../paper/activity/index.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import type { Said } from './said.ts'
import type { Words } from './words.ts'
import { wordsIn } from './words-in.ts'

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
