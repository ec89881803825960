import type { Locale } from '../../../kit/locales/index.ts'

/** What both forms of a mail say. */
export type Said = {
  locale: Locale
  subject: string
  heading: string
  intro: string
  papers: readonly {
    title: string
    url: string
    /** Said in this order: the date is that of the thing, and not of its outcome. */
    things: readonly {
      what: string
      when: string
      outcome: string | null
      /** Null where the thing itself says it, or nobody is named. */
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
