import type { Migration } from '@corroborate/server-kit/database'
import { outboxMigrations } from '@corroborate/server-kit/outbox'
import { brought } from './features.ts'

/** The schema of the provider, the same on SQLite and PostgreSQL. */
export const migrations: readonly Migration[] = [...brought.migrations, ...outboxMigrations]
