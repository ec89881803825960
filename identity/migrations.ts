import type { Migration } from '@corroborate/server-kit/database'
import { outboxMigration } from '@corroborate/server-kit/outbox'
import { sessionMigrations } from './accounts/sessions/index.ts'
import { singleUseMigrations } from './accounts/single-use/index.ts'
import { userMigrations } from './accounts/users/index.ts'
import { eventMigrations } from './calls/events/index.ts'
import { mailboxMigrations } from './delivery/index.ts'
import { totpMigrations } from './factors/totps/index.ts'
import { auditMigrations } from './platform/audit/index.ts'
import { projectMigrations } from './projects/index.ts'
import { captchaMigrations, protectionMigrations } from './protection/index.ts'

/** The schema of the provider, the same on SQLite and PostgreSQL. A feature with tables adds its migrations here. */
export const migrations: readonly Migration[] = [
  ...projectMigrations,
  ...userMigrations,
  ...totpMigrations,
  ...sessionMigrations,
  ...singleUseMigrations,
  ...auditMigrations,
  ...eventMigrations,
  ...protectionMigrations,
  ...captchaMigrations,
  ...mailboxMigrations,
  outboxMigration,
]
