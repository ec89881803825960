import { deleteOlder, type Migration } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { Database, Tx } from '../platform/database/index.ts'

export type DeliveryTables = {
  webhook_deliveries: {
    project_id: string
    /** The `webhook-id` of its calls: the id of its job. */
    delivery_id: string
    type: string
    user_id: string
    /** Time of the event. */
    happened_at: number
    url: string
    state: DeliveryState
    attempts: number
    /** The application's last response, or the error. */
    answer: string
    attempted_at: number
  }
}

/** `waiting` for the next attempt, `heard` by the application, or `given_up`. */
export type DeliveryState = 'waiting' | 'heard' | 'given_up'

declare module '../platform/database/index.ts' {
  interface Tables extends DeliveryTables {}
}

export const deliveryMigrations: Migration[] = [
  {
    name: '2026-12-20-webhook-deliveries',
    async up(db) {
      await db.schema
        .createTable('webhook_deliveries')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('delivery_id', 'text', column => column.notNull())
        .addColumn('type', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('happened_at', 'bigint', column => column.notNull())
        .addColumn('url', 'text', column => column.notNull())
        .addColumn('state', 'text', column => column.notNull())
        .addColumn('attempts', 'integer', column => column.notNull())
        .addColumn('answer', 'text', column => column.notNull())
        .addColumn('attempted_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('webhook_deliveries_pk', ['project_id', 'delivery_id'])
        .execute()
      await db.schema
        .createIndex('webhook_deliveries_by_time')
        .on('webhook_deliveries')
        .columns(['project_id', 'attempted_at', 'delivery_id'])
        .execute()
      await db.schema.createIndex('webhook_deliveries_by_age').on('webhook_deliveries').column('attempted_at').execute()
    },
  },
]

export type Delivery = {
  deliveryId: string
  type: string
  userId: string
  happenedAt: number
  url: string
  state: DeliveryState
  attempts: number
  answer: string
  attemptedAt: number
}

/** Writes down how an attempt ended; the next one of the same call takes its place. */
export const noteAttempt = async (
  db: Database,
  projectId: string,
  { deliveryId, type, userId, happenedAt, url, state, answer, attemptedAt }: Omit<Delivery, 'attempts'>,
): Promise<void> => {
  const outcome = { url, state, answer: answer.slice(0, 1_000), attempted_at: attemptedAt }
  await db
    .insertInto('webhook_deliveries')
    .values({
      project_id: projectId,
      delivery_id: deliveryId,
      type,
      user_id: userId,
      happened_at: happenedAt,
      attempts: 1,
      ...outcome,
    })
    .onConflict(conflict =>
      conflict.columns(['project_id', 'delivery_id']).doUpdateSet(({ eb, ref }) => ({
        ...outcome,
        attempts: eb(ref('webhook_deliveries.attempts'), '+', 1),
      })),
    )
    .execute()
}

/** A project's calls, those attempted last first; `after` is the last of the page before. */
export const listDeliveries = async (
  db: Database | Tx,
  projectId: string,
  { after, limit }: { after?: Pick<Delivery, 'attemptedAt' | 'deliveryId'> | null; limit: number },
): Promise<Delivery[]> => {
  let query = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('attempted_at', 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(limit)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('attempted_at', 'delivery_id'), '<', tuple(after.attemptedAt, after.deliveryId)),
    )
  }
  return (await query.execute()).map(toDelivery)
}

export const findDelivery = async (db: Database | Tx, projectId: string, id: string): Promise<Delivery | null> => {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('delivery_id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toDelivery(row)
}

const toDelivery = (row: DeliveryTables['webhook_deliveries']): Delivery => ({
  deliveryId: row.delivery_id,
  type: row.type,
  userId: row.user_id,
  happenedAt: row.happened_at,
  url: row.url,
  state: row.state,
  attempts: row.attempts,
  answer: row.answer,
  attemptedAt: row.attempted_at,
})

/** Retention of a delivery in ms: a month after its last attempt. */
const kept = providerTables.webhook_deliveries.ms

export const sweepDeliveries = (db: Database, now: number): Promise<void> =>
  deleteOlder(db, 'webhook_deliveries', {
    key: ['project_id', 'delivery_id'],
    age: 'attempted_at',
    before: now - kept,
  })
