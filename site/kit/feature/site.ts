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
 * Dependencies of every feature, with its own database, jobs and limits. Other wings offer ports, such as `WithPapers`, which a feature
 * declares.
 */
export type Site<Tables, Jobs extends JobPayloads, Limit extends string> = {
  settings: Settings
  logger: Logger
  /** Epoch milliseconds. */
  now: () => number
  db: Kysely<Tables>
  /** Reads that tolerate one second of staleness, such as lists: on a replica if there is one. */
  mayBeOld: MayBeOld<Tables>
  outbox: Pick<Outbox<Jobs>, 'enqueue'>
  limits: Pick<Limits<Limit>, 'take' | 'require' | 'hasSpent' | 'isNear'>
  people: People
  /** Creates a client of an external service that identifies as this site. */
  outside: (options: Pick<OutsideServiceOptions, 'name' | 'usualPause' | 'failurePause'>) => OutsideService
  /** Secrets that sign values returned to us later: the first signs, all are accepted. */
  secrets: readonly string[]
  /** Sends the site's mail. */
  mailer: Pick<Mailer, 'send'>
  /** Signs a call to the identity provider in the name of the person it is made for. */
  signCall: SignCall
  /** Verifies webhook requests of the identity provider. */
  readWebhook: ReadWebhook
  /** Shows pages. */
  pages: Pages
  /** Assigns a visitor's data in all features to an account. */
  moveToAccount: (visitor: Visitor, account: Account) => Promise<void>
  /** The sections of a paper's page that show a reader something of their own, by their names. */
  personalSections: (doi: Doi, person: Person | null) => Promise<Readonly<Record<string, object>>>
  /** Returns an account's activity from all features. */
  mine: (account: Account) => Promise<MyPart[]>
  /** All that every feature keeps of an account, as plain data. */
  exportAccount: (account: Account) => Promise<Record<string, unknown>>
  /** Deletes an account's data in all features. */
  // biome-ignore lint/suspicious/noExplicitAny: see `noteProof`.
  deleteAccount: (tx: Transaction<any>, account: DeletedAccount) => Promise<void>
  /** Marks an account's contributions in all features as verified or unverified. */
  // biome-ignore lint/suspicious/noExplicitAny: whichever feature begins the transaction, all of them take part in it.
  noteProof: (tx: Transaction<any>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>
}
