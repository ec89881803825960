import type { Kysely } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { Account } from '../people/index.ts'

/** An account by the provider's id of the user, and by the key that what people do is kept under. */
export type AccountIds = Pick<Account, 'id' | 'key'>

/** A part of the dashboard: what somebody did, and where it stands. */
export type Mine<Tables> = {
  /** Its heading, such as "Your votes". */
  title: string
  /** Prepares reading the latest `limit` of them, the newest first. */
  reader: (db: Kysely<Tables>) => (account: AccountIds, limit: number) => Promise<MyItem[]>
}

/** One thing that somebody did: with a paper, or with what its `title` names. */
export type MyItem = ({ doi: Doi; title?: never } | { doi: null; title: string }) & {
  /** What it is: "You find it reliable". */
  words: string
  /** Where it stands, when that is not plain: "Waiting for a moderator". Plain text. */
  standing: string | null
  /** Epoch milliseconds. */
  at: number
  /** Path on this site where it is seen, or changed. */
  path: string
}

/** What an account did, under the heading of one part of the dashboard. */
export type MyPart = { title: string; items: MyItem[] }
