import type { Migration } from '@corroborate/server-kit/database'
import { sql } from 'kysely'
import type { SecretKind } from '../../platform/names/index.ts'

export type SingleUseTables = {
  single_use_secrets: {
    project_id: string
    /** SHA-256 of the kind, the subject of a code, and the secret; base64url. */
    secret_hash: string
    kind: SecretKind
    /** Subject of the secret: a user ID or the ID of an address. Newer secrets revoke older ones of the same subject. */
    subject: string
    user_id: string
    /** JSON of the feature that issued it. */
    payload: string
    code_challenge: string | null
    failures: number
    created_at: number
    expires_at: number
    used_at: number | null
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends SingleUseTables {}
}

export const singleUseMigrations: Migration[] = [
  {
    name: '2026-11-21-single-use-secrets',
    async up(db) {
      await db.schema
        .createTable('single_use_secrets')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('secret_hash', 'text', column => column.notNull())
        .addColumn('kind', 'text', column => column.notNull())
        .addColumn('subject', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('payload', 'text', column => column.notNull())
        .addColumn('code_challenge', 'text')
        .addColumn('failures', 'integer', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addColumn('used_at', 'bigint')
        .addPrimaryKeyConstraint('single_use_secrets_pk', ['project_id', 'secret_hash'])
        .execute()
      // Only unused secrets are looked up by subject; used ones wait for the purge.
      await sql`
        create index single_use_secrets_of on single_use_secrets (project_id, subject, kind) where used_at is null
      `.execute(db)
      await sql`
        create index single_use_secrets_of_user on single_use_secrets (project_id, user_id) where used_at is null
      `.execute(db)
      await db.schema.createIndex('single_use_secrets_by_end').on('single_use_secrets').column('expires_at').execute()
    },
  },
]
