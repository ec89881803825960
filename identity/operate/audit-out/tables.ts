import type { Migration } from '@corroborate/server-kit/database'

export type AuditOutTables = {
  /** One row: the number and the hash of the newest line. */
  audit_chain: { name: 'head'; seq: number; hash: string }
  /** Lines that have yet to arrive somewhere. */
  audit_lines: { seq: number; text: string }
  /** Up to which line each place has them all. */
  audit_places: { place: string; seq: number }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends AuditOutTables {}
}

export const auditOutMigrations: Migration[] = [
  {
    name: '2026-12-14-audit-out',
    async up(db) {
      await db.schema
        .createTable('audit_chain')
        .addColumn('name', 'text', column => column.primaryKey().notNull())
        .addColumn('seq', 'bigint', column => column.notNull())
        .addColumn('hash', 'text', column => column.notNull())
        .execute()
      await db.schema
        .createTable('audit_lines')
        .addColumn('seq', 'bigint', column => column.primaryKey().notNull())
        .addColumn('text', 'text', column => column.notNull())
        .execute()
      await db.schema
        .createTable('audit_places')
        .addColumn('place', 'text', column => column.primaryKey().notNull())
        .addColumn('seq', 'bigint', column => column.notNull())
        .execute()
    },
  },
]
