import type { Migration } from '@corroborate/server-kit/database'
import { sql } from 'kysely'

export type ImportTables = {
  /** Users imported from another system, with digests of their imported values, so that imports are repeatable. */
  imported_users: {
    project_id: string
    /** SHA-256 of the kind of file and the id in it, base64url. */
    import_id: string
    /** Null once the user was deleted here. They are not recreated. */
    user_id: string | null
    /** `Written` as JSON. */
    written: string
    /** Time of the last import, or of the deletion here. */
    at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends ImportTables {}
}

export const importMigrations: Migration[] = [
  {
    name: '2026-12-12-imported-users',
    async up(db) {
      await db.schema
        .createTable('imported_users')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('import_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text')
        .addColumn('written', 'text', column => column.notNull())
        .addColumn('at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('imported_users_pk', ['project_id', 'import_id'])
        .execute()
      await db.schema.createIndex('imported_users_of').on('imported_users').columns(['project_id', 'user_id']).execute()
      await db.schema.createIndex('imported_users_by_age').on('imported_users').column('at').execute()
    },
  },
  {
    name: '2026-12-24-imported-users-never-signed-in',
    async up(db) {
      // Imports wrote the time of the account's making as its last sign-in; a real one is later, or made the account.
      await sql`update users set signed_in_at = null where signed_in_at = created_at and exists (
        select 1 from imported_users
        where imported_users.project_id = users.project_id and imported_users.user_id = users.user_id)`.execute(db)
    },
  },
]
