import type { Migration } from '@corroborate/server-kit/database'
import type { HttpEnv, NodeHandlers } from '@corroborate/server-kit/http'
import type { LimitTable } from '@corroborate/server-kit/limits'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { ErrorType } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import type { Hono } from 'hono'
import type { AccountPart } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { AuditAction } from '../../platform/audit/store.ts'
import type { Database, Tables, Tx } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { AccountChange, SecretKind } from '../../platform/names/index.ts'
import type { SealedColumn } from '../../platform/sealing/sealed-rows.ts'
import type { SettingFlags } from '../../projects/index.ts'
import type { Core } from '../core/create-core.ts'
import type { Route } from '../http/index.ts'

/** Removal of an address, number, authenticator etc. from the user's account. */
export type Removal = {
  endpoint: Omit<typeof endpoints.users.deleteEmail, 'path'> & { path: `/${string}` }
  /** The refusal when the user has none with this id. */
  notFound: ErrorType
  /** As the audit log names it: `totp.deleted`. */
  action: AuditAction
  /** Ids of those in the user object. */
  idsOf: (user: User) => readonly string[]
  /** Returns the user object without the item, to check that a sign-in method remains. */
  without: (user: User, id: string) => User
  /** Change in the notification to the owner; null if no protection was lost. */
  change: (user: User, id: string) => AccountChange | null
  remove: (tx: Tx, projectId: string, userId: string, id: string) => Promise<void>
}

/** Runtime parts of a folder once the provider is open. */
export type Running = {
  /** Its endpoints of the contract. */
  calls: readonly Route[]
  /** Routes outside `/sdk/v1`. */
  pages: Hono<HttpEnv> | null
  /** The jobs it runs after requests. */
  jobs: Handlers<Jobs>
  /** Readiness checks by name. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  /** Stops background work. */
  close: (() => Promise<void>) | null
}

/** Static parts of a folder. */
type Declared = AccountPart & {
  /** Its tables with rows of users, each with `project_id` and `user_id`. */
  tables: readonly (keyof Tables)[]
  migrations: readonly Migration[]
  /** Rate limits used by this folder only. */
  limits: LimitTable
  /** Sealed columns. */
  sealed: readonly SealedColumn[]
  /** Kinds of single-use secrets it issues. */
  secrets: readonly SecretKind[]
  /** Owner notifications in every language. */
  notices: readonly Notice[]
  /** Settings of a project that the command line can change. */
  settings: SettingFlags
  /** Removal of a user's item. */
  removal: Removal | null
  /** Purges expired data. */
  sweep: ((db: Database, now: number) => Promise<void>) | null
}

/** Contributions of a folder; missing parts are omitted. */
export type Feature = {
  name: string
  open?:
    | ((
        core: Core,
      ) => Partial<Running> & { /** Below which paths it answers everything itself. */ nodeHandlers?: NodeHandlers })
    | null
} & Partial<Declared>

/**
 * An authentication factor. Every part must be given, `null` or empty if it has none: a forgotten part would be missed when an account is
 * taken over, when a user is deleted, or when expired rows are purged.
 */
export type Factor = { name: string; open: ((core: Core) => Running) | null } & Declared
