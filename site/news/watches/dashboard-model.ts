import type { StatusMark } from '../../paper/known/index.ts'

/** The page at `/dashboard`. Everything in it is the person's own. */
export type DashboardModel = {
  watched: readonly WatchedModel[]
  /** Path of the next page of watched papers; null on the last. */
  more: string | null
  /** Time of the newest shown update in epoch ms. Updates stay new until it is marked as seen. */
  seenUpTo: number
  hasNew: boolean
  /** A paper that was just taken off the list without JavaScript, to put it back. */
  unwatched: { doi: string; title: string } | null
  /** User activity by feature. */
  parts: readonly { title: string; items: readonly MineModel[] }[]
  feed: FeedModel
}

export type WatchedModel = {
  doi: string
  title: string
  path: string
  /** URL to stop watching. */
  watch: string
  status: StatusMark | null
  changes: readonly { words: string; by: string; path: string; isNew: boolean }[]
  /** Message if there are no updates. */
  quiet: string
}

export type MineModel = {
  title: string
  words: string
  standing: string | null
  when: string
  path: string
}

/** `address` is available only on creation, since only its hash is stored. */
export type FeedModel = { exists: boolean; address: string | null }
