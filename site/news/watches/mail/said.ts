import type { Locale } from '@corroborate/wire/locales'

/** Content of both forms of a mail. */
export type Said = {
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
