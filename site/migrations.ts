import type { Migration } from '@corroborate/server-kit/database'
import { type OutboxTables, outboxMigration } from '@corroborate/server-kit/outbox'
import { type FactsTables, factsMigration, type KnownTables, knownMigration } from './papers/index.ts'
import { type SearchTables, searchMigration } from './search/index.ts'
import { type SignInTables, signInMigration } from './sign-in/index.ts'
import { type VoteTables, voteMigration } from './votes/index.ts'

/** Every table of the site's database. */
export type SiteTables = FactsTables & KnownTables & OutboxTables & SearchTables & SignInTables & VoteTables

/** Every step of its schema; `openDatabase` puts them in order by name. */
export const siteMigrations: readonly Migration[] = [
  factsMigration,
  knownMigration,
  outboxMigration,
  searchMigration,
  signInMigration,
  voteMigration,
]

/** The site's database when it is a file, inside the data folder. */
export const siteDatabaseFile = 'site.sqlite'
