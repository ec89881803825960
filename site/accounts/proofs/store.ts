import { deleteOlder, type Migration } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'

export type ProofTables = {
  /** Proofs of work that were used, by the name of their challenge, for as long as that can be solved. Times in epoch ms. */
  spent_proofs: { nonce: string; expires_at: number }
}

export const proofsMigration: Migration = {
  name: '2026-11-22-spent-proofs',
  async up(db) {
    await db.schema
      .createTable('spent_proofs')
      .addColumn('nonce', 'text', column => column.primaryKey().notNull())
      .addColumn('expires_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('spent_proofs_by_end').on('spent_proofs').column('expires_at').execute()
  },
}

/** Deletes expired proofs. */
export const sweepProofs = (db: Kysely<ProofTables>, now: number): Promise<void> =>
  deleteOlder(db, 'spent_proofs', { key: ['nonce'], age: 'expires_at', before: now + 1 })

/** Uses a proof up, and forgets those that are over. @returns false when it was used before */
export const spendProof = async (
  db: Kysely<ProofTables>,
  { nonce, expiresAt }: { nonce: string; expiresAt: number },
  now: number,
): Promise<boolean> => {
  await db.deleteFrom('spent_proofs').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_proofs')
    .values({ nonce, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('nonce').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
