import type { Migration } from '@corroborate/server-kit/database'
import { deleteOlder } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Channel } from '../messages.ts'

/**
 * `waiting` for delivery here, `sent` to the text provider, and its final status. A text withheld because no account exists stays
 * `waiting`.
 */
export type TextState = 'waiting' | 'sent' | 'delivered' | 'undelivered'

export type TextTables = {
  texts: {
    project_id: string
    text_id: string
    /** Method ID of its code. The same for every text to one number. */
    method_id: string
    channel: Channel
    state: TextState
    /** Why it was not delivered: `Twilio error 30003`. */
    reason: string | null
    asked_at: number
    updated_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends TextTables {}
}

export const textMigrations: Migration[] = [
  {
    name: '2026-11-24-texts',
    async up(db) {
      await db.schema
        .createTable('texts')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('text_id', 'text', column => column.primaryKey().notNull())
        .addColumn('method_id', 'text', column => column.notNull())
        .addColumn('channel', 'text', column => column.notNull())
        .addColumn('state', 'text', column => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('asked_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .execute()
      await db.schema
        .createIndex('texts_of_method')
        .on('texts')
        .columns(['project_id', 'method_id', 'asked_at'])
        .execute()
      await db.schema.createIndex('texts_by_time').on('texts').column('asked_at').execute()
    },
  },
]

export type NewText = { projectId: string; textId: string; methodId: string; channel: Channel }

export const noteText = async (
  tx: Tx,
  { projectId, textId, methodId, channel }: NewText,
  now: number,
): Promise<void> => {
  await tx
    .insertInto('texts')
    .values({
      ...{ project_id: projectId, text_id: textId, method_id: methodId, channel },
      ...{ state: 'waiting', reason: null, asked_at: now, updated_at: now },
    })
    .execute()
}

/** States from which each state is reachable. Reports arrive out of order and repeatedly, and final states don't change. */
const before: Readonly<Record<Exclude<TextState, 'waiting'>, readonly TextState[]>> = {
  sent: ['waiting'],
  delivered: ['waiting', 'sent', 'undelivered'],
  undelivered: ['waiting', 'sent'],
}

/** @returns true when that was news. */
export const noteTextState = async (
  db: Database,
  textId: string,
  { state, reason = null }: { state: keyof typeof before; reason?: string | null },
  now: number,
): Promise<boolean> => {
  const text = db.updateTable('texts').where('text_id', '=', textId).where('state', 'in', before[state])
  const { numUpdatedRows } = await text.set({ state, reason, updated_at: now }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the state of the newest text with a code of this method, or null if there is none. */
export const stateOfNewestText = async (
  db: Database,
  projectId: string,
  methodId: string,
): Promise<TextState | null> => {
  const text = await db
    .selectFrom('texts')
    .select('state')
    .where('project_id', '=', projectId)
    .where('method_id', '=', methodId)
    .orderBy('asked_at', 'desc')
    .orderBy('text_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return text?.state ?? null
}

export type UndeliveredText = {
  text_id: string
  project_id: string
  method_id: string
  channel: Channel
  reason: string | null
  asked_at: number
}

/** Lists undelivered texts for the operator, newest first. */
export const listUndeliveredTexts = (db: Database, projectId: string, limit: number): Promise<UndeliveredText[]> =>
  db
    .selectFrom('texts')
    .select(['text_id', 'project_id', 'method_id', 'channel', 'reason', 'asked_at'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'undelivered')
    .orderBy('asked_at', 'desc')
    .limit(limit)
    .execute()

export const sweepTexts = async (db: Database, now: number): Promise<void> => {
  const before = now - providerTables.texts.ms
  await deleteOlder(db, 'texts', { key: ['text_id'], age: 'asked_at', before })
}
