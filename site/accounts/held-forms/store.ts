import { deleteOlder, type Migration } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { siteTables } from '../../kit/retention/index.ts'

export type HeldFormTables = {
  /** Forms submitted after their session had ended, encrypted with a secret that only the sender's browser has. Times in epoch ms. */
  held_forms: { id: string; sealed: string; held_at: number }
}

export const heldFormsMigration: Migration = {
  name: '2026-11-29-held-forms',
  async up(db) {
    await db.schema
      .createTable('held_forms')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('sealed', 'text', column => column.notNull())
      .addColumn('held_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('held_forms_by_time').on('held_forms').column('held_at').execute()
  },
}

/** The time (ms) that a form is kept for its sender to log in: longer than a magic link lives. */
export const heldFor = siteTables.held_forms.ms

/** Stores a form, and deletes expired ones. */
export const keepForm = async (
  db: Kysely<HeldFormTables>,
  { id, sealed }: { id: string; sealed: string },
  now: number,
): Promise<void> => {
  await sweepHeldForms(db, now)
  await db.insertInto('held_forms').values({ id, sealed, held_at: now }).execute()
}

/** Returns a form as it is stored; undefined when it has expired or was sent. */
export const findForm = (
  db: Kysely<HeldFormTables>,
  id: string,
  now: number,
): Promise<{ sealed: string } | undefined> =>
  db
    .selectFrom('held_forms')
    .select('sealed')
    .where('id', '=', id)
    .where('held_at', '>', now - heldFor)
    .executeTakeFirst()

export const dropForm = async (db: Kysely<HeldFormTables>, id: string): Promise<void> => {
  await db.deleteFrom('held_forms').where('id', '=', id).execute()
}

/** Deletes expired forms. */
export const sweepHeldForms = (db: Kysely<HeldFormTables>, now: number): Promise<void> =>
  deleteOlder(db, 'held_forms', { key: ['id'], age: 'held_at', before: now - heldFor + 1 })
