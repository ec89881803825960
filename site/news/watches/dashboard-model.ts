import type { StatusMark } from '../../paper/known/index.ts'

/** The page at `/dashboard`. Everything in it is the person's own. */
export type DashboardModel = {
  watched: readonly WatchedModel[]
  /** Path of the next page of watched papers; null on the last. */
  more: string | null
  /** What is new is new until this is said to have been seen: epoch ms. */
  seenUpTo: number
  hasNew: boolean
  /** A paper that was just taken off the list without JavaScript, to put it back. */
  unwatched: { doi: string; title: string } | null
  /** What the person did, by feature. */
  parts: readonly { title: string; items: readonly MineModel[] }[]
  feed: FeedModel
}

export type WatchedModel = {
  doi: string
  title: string
  path: string
  /** Where it is said that it is watched no longer. */
  watch: string
  status: StatusMark | null
  changes: readonly { words: string; by: string; path: string; isNew: boolean }[]
  /** What there is to say where nothing is new. */
  quiet: string
}

export type MineModel = {
  title: string
  words: string
  standing: string | null
  when: string
  path: string
}

/** `address` is known only at the moment it is made: what is kept is its hash. */
export type FeedModel = { exists: boolean; address: string | null }
