import { deleteInSteps, type Migration } from '@corroborate/server-kit/database'
import type { JWK } from 'jose'
import type { Database } from '../../../platform/database/index.ts'
import type { SealedColumn } from '../../../platform/sealing/sealed-rows.ts'
import type { Sealer } from '../../../platform/sealing/sealer.ts'
import type { Memory } from '../upstream/index.ts'

export type SandboxTables = {
  /** Sandbox state shared by all nodes and kept across restarts: keys and spent codes. */
  sandbox_records: {
    project_id: string
    name: string
    /** A key, sealed. Empty for a note that something happened. */
    value: string
    /** Epoch milliseconds. 0: never. */
    expires_at: number
  }
}

declare module '../../../platform/database/index.ts' {
  interface Tables extends SandboxTables {}
}

export const sandboxMigrations: Migration[] = [
  {
    name: '2026-12-05-sandbox-records',
    async up(db) {
      await db.schema
        .createTable('sandbox_records')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('value', 'text', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('sandbox_records_key', ['project_id', 'name'])
        .execute()
    },
  },
]

export const sandboxSealed: readonly SealedColumn[] = [{ table: 'sandbox_records', id: 'name', value: 'value' }]

/** The sandbox belongs to no project. */
const projectId = ''

/** Deletes expired rows. */
export const sweepSandbox = (db: Database, now: number): Promise<void> =>
  deleteInSteps(db, (tx, most) =>
    tx
      .deleteFrom('sandbox_records')
      .where('project_id', '=', projectId)
      .where(
        'name',
        'in',
        tx
          .selectFrom('sandbox_records')
          .select('name')
          .where('project_id', '=', projectId)
          .where('expires_at', '>', 0)
          .where('expires_at', '<=', now)
          .limit(most),
      )
      .executeTakeFirst(),
  )

const rowOf = (name: string) => ({ table: 'sandbox_records', projectId, id: name })
const words = rowOf('words')

/**
 * Sandbox memory shared by all nodes. Codes and tokens carry their sealed data, so nothing is stored for unused ones. Spent codes and the
 * keys are in the database.
 */
export const createSandboxMemory = ({ db, sealer }: { db: Database; sealer: Sealer }): Memory => {
  const insert = async (name: string, value: string, expiresAt: number): Promise<boolean> => {
    const row = await db
      .insertInto('sandbox_records')
      .values({ project_id: projectId, name, value, expires_at: expiresAt })
      .onConflict(conflict => conflict.columns(['project_id', 'name']).doNothing())
      .returning('name')
      .executeTakeFirst()
    return row !== undefined
  }
  const find = async (name: string): Promise<string | null> => {
    const row = await db
      .selectFrom('sandbox_records')
      .select('value')
      .where('project_id', '=', projectId)
      .where('name', '=', name)
      .executeTakeFirst()
    return row?.value ?? null
  }

  return {
    write: value => Buffer.from(sealer.seal(JSON.stringify(value), words)).toString('base64url'),
    read: text => {
      try {
        return JSON.parse(sealer.open(Buffer.from(text, 'base64url').toString(), words))
      } catch {
        return null
      }
    },
    note: (name, until) => insert(name, '', until),
    isNoted: async name => (await find(name)) !== null,
    key: async (name, make) => {
      const id = `key ${name}`
      const kept = await find(id)
      if (kept === null) await insert(id, sealer.seal(JSON.stringify(await make()), rowOf(id)), 0)
      // If several nodes make a key at the same time, the first key is used.
      const value = kept ?? (await find(id)) ?? ''
      return JSON.parse(sealer.open(value, rowOf(id))) as JWK
    },
  }
}
