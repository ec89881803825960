import { randomBytes } from 'node:crypto'
import type { Migration } from '@corroborate/server-kit/database'
import type { Database } from '../../platform/database/index.ts'

export type CaptchaTables = {
  /** One key for all projects and nodes: it signs challenges that are worth a second of work and live for minutes. */
  captcha_keys: { name: string; secret: string; created_at: number }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends CaptchaTables {}
}

export const captchaMigrations: Migration[] = [
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

const name = 'challenges'

/** The key that signs challenges; whichever node asks first makes it. */
export const readServerKey = async (db: Database, now: number): Promise<string> => {
  await db
    .insertInto('captcha_keys')
    .values({ name, secret: randomBytes(32).toString('base64url'), created_at: now })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const kept = await db.selectFrom('captcha_keys').select('secret').where('name', '=', name).executeTakeFirstOrThrow()
  return kept.secret
}
