import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import type { SessionTables } from '../../accounts/sessions/index.ts'
import type { SingleUseTables } from '../../accounts/single-use/index.ts'
import type { UserTables } from '../../accounts/users/index.ts'
import type { MailboxTables } from '../../delivery/index.ts'
import type { EventTables } from '../../operate/events/index.ts'
import type { ProjectTables } from '../../projects/index.ts'
import type { CaptchaTables, ProtectionTables } from '../../protection/index.ts'
import type { AuditTables } from '../audit/index.ts'

/** Every table of the provider. Each but the outbox and the key of challenges carries `project_id` first: it is the tenant boundary. A feature with tables of its own adds them here. */
export type Tables = ProjectTables &
  UserTables &
  SessionTables &
  SingleUseTables &
  AuditTables &
  EventTables &
  ProtectionTables &
  CaptchaTables &
  MailboxTables &
  OutboxTables

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
