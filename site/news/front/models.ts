import type { SelectionWord, WantedKind } from '../../paper/activity/index.ts'
import type { KnownFactKind, StatusMark } from '../../paper/known/index.ts'

/** Something that happened to a paper, in a list. */
export type HappenedModel = {
  id: string
  /** Of the paper; its DOI where no source has one. */
  title: string
  /** Where what happened can be read. */
  path: string
  /** What it is drawn as; null for what says nothing about whether the paper holds. */
  shape: KnownFactKind | null
  label: string
  /** "on 5 June 2020". */
  when: string
  /** The year of that date. */
  year: string
  by: string
  /** What it says itself, in words of somebody else. */
  detail: string | null
}

/** A paper that people want to know more about, in a list. `bounty`: what is offered, in words; null for nothing. */
export type WantedModel = {
  title: string
  path: string
  status: StatusMark | null
  bounty: string | null
  interest: string
}

/** A link to a part of a list. `count`: how many entries it has, in words ("1,000+"). */
export type FilterModel = { words: string; path: string; isHere: boolean; count: string }

export type RecentPageModel = {
  kind: SelectionWord
  title: string
  filters: readonly FilterModel[]
  entries: readonly HappenedModel[]
  /** The path of the next page. */
  next: string | null
  /** Whether this is another page than the first. */
  isLater: boolean
  /** Path of the feed that tells the same. */
  feed: string
}

export type WantedPageModel = {
  kind: WantedKind
  filters: readonly FilterModel[]
  papers: readonly WantedModel[]
  next: string | null
  isLater: boolean
}

/** What the home page shows of both lists, and what is known about some papers, by their DOIs. */
export type FrontModel = {
  wanted: readonly WantedModel[]
  /** The latest approved reports and notes. */
  said: readonly HappenedModel[]
  /** The latest corrections and retractions. */
  corrections: readonly HappenedModel[]
  statuses: Readonly<Record<string, StatusMark | null>>
}
