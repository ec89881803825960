import type { SignCall } from '@corroborate/server-kit/known-caller'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import type { JobPayloads, Outbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely, Transaction } from 'kysely'
import type { Pages } from '../http/index.ts'
import type { OutsideService, OutsideServiceOptions } from '../outside/index.ts'
import type { Papers } from '../papers/index.ts'
import type { Account, People, Person, Visitor } from '../people/index.ts'
import type { SearchAnswer } from '../works-index/index.ts'

/** The site as all features together see it. */
// biome-ignore lint/suspicious/noExplicitAny: see `AnyFeature`.
export type WholeSite = Site<any, any, string>

/** The site as a feature sees it: what all of them share, and the database, jobs and limits as its own. */
export type Site<Tables, Jobs extends JobPayloads, Limit extends string> = {
  settings: Settings
  logger: Logger
  /** Epoch milliseconds. */
  now: () => number
  db: Kysely<Tables>
  outbox: Pick<Outbox<Jobs>, 'enqueue'>
  limits: Pick<Limits<Limit>, 'take' | 'require'>
  people: People
  papers: Papers<Person | null>
  /** The local index of works. */
  searchWorks: (query: string, limit: number) => Promise<SearchAnswer>
  /** A service on the web, asked in the name of this site. */
  outside: (options: Pick<OutsideServiceOptions, 'name' | 'usualPause' | 'failurePause'>) => OutsideService
  /** Signs a call to the identity provider in the name of whom it is made for. */
  signCall: SignCall
  /** Shows pages. */
  pages: Pages
  /** Gives an account what every feature keeps of a visitor. */
  moveToAccount: (visitor: Visitor, account: Account) => Promise<void>
  /** Has every feature count what an account did as that of somebody who has proved who they are, or no longer. */
  // biome-ignore lint/suspicious/noExplicitAny: whichever feature begins the transaction, all of them take part in it.
  noteProof: (tx: Transaction<any>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>
}
