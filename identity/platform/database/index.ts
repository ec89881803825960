import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'

/**
 * Every table of the provider. Each but the outbox and the key of challenges carries `project_id` first: it is the tenant
 * boundary. A folder with tables of its own adds them where it declares them, so that this file imports none of them:
 *
 *     declare module '../../platform/database/index.ts' {
 *       interface Tables extends TotpTables {}
 *     }
 */
export interface Tables extends OutboxTables {}

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
