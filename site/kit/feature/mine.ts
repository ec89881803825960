import type { Kysely } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { Account } from '../people/index.ts'

/** IDs of an account: the provider's user ID, and the key of the user's data. */
export type AccountIds = Pick<Account, 'id' | 'key'>

/** A dashboard section: the user's activity and its state. */
export type Mine<Tables> = {
  /** Its heading, such as "Your votes". */
  title: string
  /** Prepares reading the latest `limit` of them, the newest first. */
  reader: (db: Kysely<Tables>) => (account: AccountIds, limit: number) => Promise<MyItem[]>
}

/** An activity of the user, on a paper or on the subject named by `title`. */
export type MyItem = ({ doi: Doi; title?: never } | { doi: null; title: string }) & {
  /** Description: "You find it reliable". */
  words: string
  /** State, if not obvious: "Waiting for a moderator". Plain text. */
  standing: string | null
  /** Epoch milliseconds. */
  at: number
  /** Path on this site where it is seen, or changed. */
  path: string
}

/** Activity of an account in one dashboard section. */
export type MyPart = { title: string; items: MyItem[] }
