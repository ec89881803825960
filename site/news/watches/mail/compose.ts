import type { Locale } from '../../../kit/locales/index.ts'
import type { Activity } from '../../../paper/activity/index.ts'
import { mailHtml } from './mail-html.ts'
import { mailText } from './mail-text.ts'
import type { Said } from './said.ts'
import { wordsIn } from './words-in.ts'

/** What a mail tells of one thing. */
export type Thing = Pick<Activity, 'doi' | 'kind' | 'outcome' | 'at' | 'date' | 'by' | 'detail' | 'path'>

/** A mail about papers that somebody watches. */
export type NewsMail = {
  to: string
  locale: Locale
  /** Each paper once, with what happened to it. */
  papers: readonly { title: string; path: string; things: readonly Thing[] }[]
  /** The site's origin; paths hang below it. */
  origin: string
  links: { dashboard: string; settings: string; unsubscribe: string }
}

/** What is not seen, or turns the order of what stands around it: a title comes from somebody else. */
const plain = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const longestTitle = 160
const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed().trimEnd()}…` : text

/** Writes a mail about what happened to watched papers, in the reader's language, as text and as HTML. */
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
    things: things.map(({ kind, outcome, at, date, by, detail }) => ({
      what: words.kinds[kind],
      outcome: outcome === null ? null : words.outcomes[outcome],
      when: words.when(date ?? new Date(at).toISOString().slice(0, 10)),
      who: words.accordingTo(plain(by.name)),
      detail: detail === null ? null : shortened(plain(detail), 300),
      isGrave: kind === 'retraction' || kind === 'concern',
    })),
  }))
  const [first] = told
  const [only] = first?.things ?? []
  const count = told.reduce((sum, { things }) => sum + things.length, 0)
  const subject =
    count === 1 && first !== undefined && only !== undefined
      ? words.subjectOfOne(
          only.outcome === null ? only.what : `${only.what} – ${only.outcome}`,
          shortened(first.title, 90),
        )
      : words.subjectOfMany(count, told.length)
  const said: Said = {
    locale,
    subject,
    heading: words.heading(count),
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
