import type { Migration } from '@corroborate/server-kit/database'
import type { Generated } from 'kysely'

/** Authenticator apps. Their table was made by the first step of `accounts/users`. */
export type TotpTables = {
  totps: {
    project_id: string
    totp_id: string
    user_id: string
    /** base32, sealed. */
    secret: string
    verified: number
    /** Last accepted time step. Codes of this step or earlier ones are rejected (RFC 6238 §5.2). */
    last_step: number
    /** Codes tried since `guesses_since`. At a limit no more are compared for a while. */
    guesses: Generated<number>
    guesses_since: Generated<number>
    /** An app that is not confirmed by then no longer works. */
    expires_at: number
    created_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends TotpTables {}
}

export const totpMigrations: Migration[] = [
  {
    name: '2026-11-22-totp-guesses',
    async up(db) {
      await db.schema
        .alterTable('totps')
        .addColumn('guesses', 'integer', column => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('totps')
        .addColumn('guesses_since', 'bigint', column => column.notNull().defaultTo(0))
        .execute()
    },
  },
]
