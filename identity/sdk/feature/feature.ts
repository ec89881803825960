import type { Migration } from '@corroborate/server-kit/database'
import type { HttpEnv, NodeHandlers } from '@corroborate/server-kit/http'
import type { LimitTable } from '@corroborate/server-kit/limits'
import type { Handlers } from '@corroborate/server-kit/outbox'
import type { Hono } from 'hono'
import type { AccountPart } from '../../accounts/users/index.ts'
import type { Notice } from '../../delivery/index.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { SecretKind } from '../../platform/names/index.ts'
import type { SealedColumn } from '../../platform/sealing/index.ts'
import type { SettingFlags } from '../../projects/index.ts'
import type { Core } from '../core/index.ts'
import type { Route } from '../http/index.ts'
import type { Removal } from './removal.ts'

/** What a folder runs once the provider is open. */
export type Running = {
  /** Its endpoints of the contract. */
  calls: readonly Route[]
  /** What it answers outside `/sdk/v1`. */
  pages: Hono<HttpEnv> | null
  /** The jobs it runs after requests. */
  jobs: Handlers<Jobs>
  /** What it needs to be ready, by name. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  /** Ends what it runs in the background. */
  close: (() => Promise<void>) | null
}

/** What a folder is before the provider is open. */
type Declared = AccountPart & {
  /** Its tables with rows of users, each with `project_id` and `user_id`. */
  tables: readonly (keyof Tables)[]
  migrations: readonly Migration[]
  /** Limits that nobody else draws on. */
  limits: LimitTable
  /** Columns whose values are sealed. */
  sealed: readonly SealedColumn[]
  /** Kinds of single-use secrets it issues. */
  secrets: readonly SecretKind[]
  /** What it tells the owner of an account, in every language. */
  notices: readonly Notice[]
  /** Settings of a project that the command line can change. */
  settings: SettingFlags
  /** How users remove one of what they have. */
  removal: Removal | null
  /** Removes what has lost its use. */
  sweep: ((db: Database, now: number) => Promise<void>) | null
}

/** What a folder brings; what it does not bring it leaves out. */
export type Feature = {
  name: string
  open?:
    | ((
        core: Core,
      ) => Partial<Running> & { /** Below which paths it answers everything itself. */ nodeHandlers?: NodeHandlers })
    | null
} & Partial<Declared>

/**
 * A way to sign in. It says of every part whether it has one, `null` or empty where it has not: a part that is forgotten
 * here would be forgotten when an account is taken over, when a user is deleted, or when tables are swept.
 */
export type Factor = { name: string; open: ((core: Core) => Running) | null } & Declared
