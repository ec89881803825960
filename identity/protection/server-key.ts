import { randomBytes } from 'node:crypto'
import type { Migration } from '@corroborate/server-kit/database'
import type { Database } from '../platform/database/index.ts'

export type ServerKeyTables = {
  /** Keys for all projects and nodes. They sign short-lived values worth about a second of work. */
  captcha_keys: { name: string; secret: string; created_at: number }
}

declare module '../platform/database/index.ts' {
  interface Tables extends ServerKeyTables {}
}

export const serverKeyMigrations: Migration[] = [
  {
    name: '2026-11-21-captcha-keys',
    async up(db) {
      await db.schema
        .createTable('captcha_keys')
        .addColumn('name', 'text', column => column.primaryKey())
        .addColumn('secret', 'text', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .execute()
    },
  },
]

/** `challenges` of the proof of work, and the ids of `devices`. */
type KeyName = 'challenges' | 'devices'

/** Reads and caches a key. The first node to need it creates it. */
export const createServerKey = (db: Database, name: KeyName, now: () => number): (() => Promise<string>) => {
  let key: Promise<string> | undefined
  return () => {
    key ??= readKey(db, name, now()).catch(error => {
      key = undefined
      throw error
    })
    return key
  }
}

const readKey = async (db: Database, name: KeyName, now: number): Promise<string> => {
  await db
    .insertInto('captcha_keys')
    .values({ name, secret: randomBytes(32).toString('base64url'), created_at: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const kept = await db.selectFrom('captcha_keys').select('secret').where('name', '=', name).executeTakeFirstOrThrow()
  return kept.secret
}
