import { engineOf, type Migration } from '@corroborate/server-kit/database'
import { sql } from 'kysely'

export type UserTables = {
  users: {
    project_id: string
    user_id: string
    /** `pending` until the first sign-in. */
    status: 'active' | 'pending'
    first_name: string
    middle_name: string
    last_name: string
    roles: string
    trusted_metadata: string
    untrusted_metadata: string
    external_id: string | null
    /** Time of the user's last sign-in; null if never. */
    signed_in_at: number | null
    created_at: number
    updated_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends UserTables {}
}

/** The first step made the tables of addresses, numbers, passwords and authenticators too; a released step is never edited. */
export const userMigrations: Migration[] = [
  {
    name: '2026-11-21-users',
    async up(db) {
      await db.schema
        .createTable('users')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('status', 'text', column => column.notNull())
        .addColumn('first_name', 'text', column => column.notNull())
        .addColumn('middle_name', 'text', column => column.notNull())
        .addColumn('last_name', 'text', column => column.notNull())
        .addColumn('roles', 'text', column => column.notNull())
        .addColumn('trusted_metadata', 'text', column => column.notNull())
        .addColumn('untrusted_metadata', 'text', column => column.notNull())
        .addColumn('external_id', 'text')
        .addColumn('signed_in_at', 'bigint')
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addColumn('version', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('users_pk', ['project_id', 'user_id'])
        .addUniqueConstraint('users_by_external_id', ['project_id', 'external_id'])
        .execute()
      await db.schema.createIndex('users_by_age').on('users').columns(['project_id', 'created_at']).execute()

      await db.schema
        .createTable('user_emails')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('email_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('email', 'text', column => column.notNull())
        .addColumn('verified', 'integer', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('user_emails_pk', ['project_id', 'email_id'])
        .addUniqueConstraint('user_emails_by_email', ['project_id', 'email'])
        .execute()
      await db.schema.createIndex('user_emails_of').on('user_emails').columns(['project_id', 'user_id']).execute()

      await db.schema
        .createTable('user_phone_numbers')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('phone_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('phone_number', 'text', column => column.notNull())
        .addColumn('verified', 'integer', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('user_phone_numbers_pk', ['project_id', 'phone_id'])
        .addUniqueConstraint('user_phone_numbers_by_number', ['project_id', 'phone_number'])
        .execute()
      await db.schema
        .createIndex('user_phone_numbers_of')
        .on('user_phone_numbers')
        .columns(['project_id', 'user_id'])
        .execute()

      await db.schema
        .createTable('password_hashes')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('password_id', 'text', column => column.notNull())
        .addColumn('scheme', 'text', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .addColumn('requires_reset', 'integer', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('updated_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('password_hashes_pk', ['project_id', 'user_id'])
        .execute()

      await db.schema
        .createTable('totps')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('totp_id', 'text', column => column.notNull())
        .addColumn('user_id', 'text', column => column.notNull())
        .addColumn('secret', 'text', column => column.notNull())
        .addColumn('verified', 'integer', column => column.notNull())
        .addColumn('last_step', 'bigint', column => column.notNull())
        .addColumn('expires_at', 'bigint', column => column.notNull())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('totps_pk', ['project_id', 'totp_id'])
        .execute()
      await db.schema.createIndex('totps_of').on('totps').columns(['project_id', 'user_id']).execute()
    },
  },
  {
    name: '2026-11-24-users-without-versions',
    async up(db) {
      await db.schema.alterTable('users').dropColumn('version').execute()
    },
  },
  {
    name: '2026-12-20-users-are-searched',
    async up(db) {
      // Pages of a list go on after the last user of the one before, however many were made in one moment.
      await db.schema
        .createIndex('users_by_age_and_id')
        .on('users')
        .columns(['project_id', 'created_at', 'user_id'])
        .execute()
      await db.schema.dropIndex('users_by_age').execute()
      // Unlike texts of a language, a prefix is looked for character by character.
      const collate = sql.raw(engineOf(db) === 'postgres' ? ' collate "C"' : '')
      for (const part of ['first_name', 'last_name']) {
        await sql`create index ${sql.id(`users_by_${part}`)} on users
          (project_id, (lower(${sql.ref(part)})${collate}), user_id)`.execute(db)
      }
      if (engineOf(db) !== 'postgres') return
      await sql`create index user_emails_search on user_emails (project_id, (email collate "C"))`.execute(db)
      await sql`create index user_phone_numbers_search on user_phone_numbers (project_id, (phone_number collate "C"))`.execute(
        db,
      )
    },
  },
]
