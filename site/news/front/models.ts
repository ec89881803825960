import type { SelectionWord, WantedKind } from '../../paper/activity/index.ts'
import type { KnownFactKind, StatusMark } from '../../paper/known/index.ts'

/** Something that happened to a paper, in a list. */
export type HappenedModel = {
  id: string
  /** Title of the paper, or its DOI if unknown. */
  title: string
  path: string
  /** Icon; null if the event says nothing about the paper's reliability. */
  shape: KnownFactKind | null
  label: string
  /** "on 5 June 2020". */
  when: string
  /** The year of that date. */
  year: string
  by: string
  /** Third-party text of the event. */
  detail: string | null
}

/** A wanted replication in a list. `bounty`: the offer as text; null for none. */
export type WantedModel = {
  title: string
  path: string
  status: StatusMark | null
  bounty: string | null
  interest: string
}

/** Link to a filtered list. `count`: number of entries as text ("1,000+"). */
export type FilterModel = { words: string; path: string; isHere: boolean; count: string }

export type RecentPageModel = {
  kind: SelectionWord
  title: string
  filters: readonly FilterModel[]
  entries: readonly HappenedModel[]
  /** The path of the next page. */
  next: string | null
  /** True if this is not the first page. */
  isLater: boolean
  /** Path of the equivalent feed. */
  feed: string
}

export type WantedPageModel = {
  kind: WantedKind
  filters: readonly FilterModel[]
  papers: readonly WantedModel[]
  next: string | null
  isLater: boolean
}

/** Home page's excerpt of both lists, and statuses of some papers by DOI. */
export type FrontModel = {
  wanted: readonly WantedModel[]
  /** The latest approved reports and notes. */
  said: readonly HappenedModel[]
  /** The latest corrections and retractions. */
  corrections: readonly HappenedModel[]
  statuses: Readonly<Record<string, StatusMark | null>>
}
