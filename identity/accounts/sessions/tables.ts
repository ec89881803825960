import { engineOf, type Migration } from '@corroborate/server-kit/database'
import { type Generated, sql } from 'kysely'

export type SessionTables = {
  sessions: {
    project_id: string
    session_id: string
    user_id: string
    /** SHA-256 of the opaque token, base64url. */
    token_hash: string
    started_at: number
    last_accessed_at: number
    expires_at: number
    /** No extension goes past it. */
    ends_at: number
    revoked_at: number | null
    ip_address: string
    user_agent: string
    /** JSON list of the contract's factors. */
    factors: string
    custom_claims: string
    /** 1 once other applications rely on the session and must be notified when it ends. */
    shared: Generated<number>
    /** The remembered device of the sign-in; null if there was none or it was deleted. */
    remembered_device: Generated<string | null>
  }
  signing_keys: {
    project_id: string
    /** The `kid` of JWTs. */
    key_id: string
    /** PKCS #8, PEM, sealed; empty since it signs no more. */
    private_key: string
    /** JWK, JSON. */
    public_key: string
    created_at: number
    /** Time since which the key no longer signs. It stays published while its signatures may be valid. */
    retired_at: number | null
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends SessionTables {}
}

export const sessionMigrations: Migration[] = [
  {
    name: '2026-11-21-sessions',
    async up(db) {
      await db.schema
        .createTable('sessions')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('session_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('token_hash', 'text', column => column.notNull())
        .addColumn('started_at', 'bigint', column => column.notNull())
        .addColumn('last_accessed_at', 'bigint', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addColumn('ends_at', 'bigint', column => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .addColumn('ip_address', 'text', column => column.notNull())
        .addColumn('user_agent', 'text', column => column.notNull())
        .addColumn('factors', 'text', column => column.notNull())
        .addColumn('custom_claims', 'text', column => column.notNull())
        .addColumn('version', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('sessions_pk', ['project_id', 'session_id'])
        .addUniqueConstraint('sessions_by_token', ['project_id', 'token_hash'])
        .execute()
      await db.schema.createIndex('sessions_of').on('sessions').columns(['project_id', 'user_id']).execute()
      await db.schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute()

      await db.schema
        .createTable('signing_keys')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('key_id', 'text', column => column.notNull())
        .addColumn('private_key', 'text', column => column.notNull())
        .addColumn('public_key', 'text', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('retired_at', 'bigint')
        .addPrimaryKeyConstraint('signing_keys_pk', ['project_id', 'key_id'])
        .execute()
    },
  },
  {
    name: '2026-11-22-session-changes',
    async up(db) {
      await db.schema
        .createTable('session_changes')
        .addColumn('change_id', 'integer', column => column.primaryKey().notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .execute()
      if (engineOf(db) !== 'sqlite') return
      for (const table of ['users', 'sessions']) {
        for (const change of ['update', 'delete']) {
          await sql`
            create trigger ${sql.id(`${table}_${change}`)} after ${sql.raw(change)} on ${sql.table(table)}
            begin insert into session_changes (user_id) values (old.user_id); end
          `.execute(db)
        }
      }
    },
  },
  {
    name: '2026-11-23-retired-keys',
    async up(db) {
      await db.updateTable('signing_keys').set({ private_key: '' }).where('retired_at', 'is not', null).execute()
    },
  },
  {
    name: '2026-11-24-sessions-without-versions',
    async up(db) {
      if (engineOf(db) === 'sqlite') {
        for (const trigger of ['users_update', 'users_delete', 'sessions_update', 'sessions_delete']) {
          await sql`drop trigger ${sql.id(trigger)}`.execute(db)
        }
      }
      await db.schema.dropTable('session_changes').execute()
      await db.schema.alterTable('sessions').dropColumn('version').execute()
    },
  },
  {
    name: '2026-12-01-shared-sessions',
    async up(db) {
      await db.schema
        .alterTable('sessions')
        .addColumn('shared', 'integer', column => column.notNull().defaultTo(0))
        .execute()
    },
  },
  {
    name: '2026-12-10-sessions-of-remembered-devices',
    async up(db) {
      await db.schema.alterTable('sessions').addColumn('remembered_device', 'text').execute()
    },
  },
]
