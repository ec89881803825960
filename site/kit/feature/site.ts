import type { DatabaseSnapshot, MayBeOld } from '@corroborate/server-kit/database'
import type { SignCall } from '@corroborate/server-kit/known-caller'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Mailer } from '@corroborate/server-kit/mail'
import type { JobPayloads, Outbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import type { ReadWebhook } from '@corroborate/server-kit/webhooks'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { Pages } from '../http/index.ts'
import type { OutsideService, OutsideServiceOptions } from '../outside/index.ts'
import type { Account, DeletedAccount, People, Person, Visitor } from '../people/index.ts'
import type { MyPart } from './mine.ts'

/** Opens the site's database where the settings say, with the tables of all features. */
export type OpenSiteDatabase = <Tables>(settings: Settings) => Promise<Kysely<Tables>>

/** Opens the site's database as it is at one moment, to be read only. */
export type OpenSiteSnapshot = <Tables>(settings: Settings) => Promise<DatabaseSnapshot<Tables>>

/** Dependencies of a command of the site. */
export type CommandParts = {
  /** Reads the settings, once the command line is understood. @throws OperatorError when there are no data to act on */
  readSettings: () => Promise<Settings>
  open: OpenSiteDatabase
}

/**
 * The site as a feature sees it: what every feature is given, with the database, jobs and limits as its own. What other wings
 * offer is a port of theirs, such as `WithPapers`, which a feature names when it takes it.
 */
export type Site<Tables, Jobs extends JobPayloads, Limit extends string> = {
  settings: Settings
  logger: Logger
  /** Epoch milliseconds. */
  now: () => number
  db: Kysely<Tables>
  /** Reads of what may be a second old, such as lists: on a replica of the database, where there is one. */
  mayBeOld: MayBeOld<Tables>
  outbox: Pick<Outbox<Jobs>, 'enqueue'>
  limits: Pick<Limits<Limit>, 'take' | 'require' | 'hasSpent' | 'isNear'>
  people: People
  /** A service on the web, asked in the name of this site. */
  outside: (options: Pick<OutsideServiceOptions, 'name' | 'usualPause' | 'failurePause'>) => OutsideService
  /** What words of ours are signed with that come back from outside: the first signs, all are believed. */
  secrets: readonly string[]
  /** Sends mail in the name of this site. */
  mailer: Pick<Mailer, 'send'>
  /** Signs a call to the identity provider in the name of the person it is made for. */
  signCall: SignCall
  /** Whether a call to us is the identity provider's. */
  readWebhook: ReadWebhook
  /** Shows pages. */
  pages: Pages
  /** Gives an account what every feature keeps of a visitor. */
  moveToAccount: (visitor: Visitor, account: Account) => Promise<void>
  /** The sections of a paper's page that show a reader something of their own, by their names. */
  personalSections: (doi: Doi, person: Person | null) => Promise<Readonly<Record<string, object>>>
  /** What an account did, as every feature tells it. */
  mine: (account: Account) => Promise<MyPart[]>
  /** All that every feature keeps of an account, as plain data. */
  exportAccount: (account: Account) => Promise<Record<string, unknown>>
  /** Has every feature delete what it keeps of an account. */
  // biome-ignore lint/suspicious/noExplicitAny: see `noteProof`.
  deleteAccount: (tx: Transaction<any>, account: DeletedAccount) => Promise<void>
  /** Has every feature count what an account did as that of somebody who has proved who they are, or no longer. */
  // biome-ignore lint/suspicious/noExplicitAny: whichever feature begins the transaction, all of them take part in it.
  noteProof: (tx: Transaction<any>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>
}
