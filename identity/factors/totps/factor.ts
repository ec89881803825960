import { type UserRef, userField } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Factor } from '../../sdk/feature/index.ts'
import { createTotpCalls } from './calls.ts'
import { totpNotices } from './notices.ts'
import { totpRemoval } from './removal.ts'
import { removeTotps, sweepTotps } from './store.ts'
import { totpMigrations } from './tables.ts'

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'totp.created': true
  }
  interface SecretKinds {
    recovery_code: true
  }
}

/** The authenticator apps that a user sees: the confirmed one, and one that can still be confirmed. */
const shownTo = (db: Database | Tx, { projectId, userId, now }: UserRef) =>
  (db as Database)
    .selectFrom('totps')
    .select(['totp_id', 'verified'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(is => is.or([is('verified', '=', 1), is('expires_at', '>', now)]))
    .orderBy('created_at')

/** Authenticator apps and their recovery codes: a second factor. */
export const totpFactor = {
  name: 'authenticator apps',
  tables: ['totps'],
  migrations: totpMigrations,
  limits: {},
  sealed: [{ table: 'totps', id: 'totp_id', value: 'secret' }],
  secrets: ['recovery_code'],
  notices: totpNotices,
  settings: {},
  userField: userField('totps', shownTo, rows =>
    rows.map(({ totp_id, verified }) => ({ totp_id, verified: verified === 1 })),
  ),
  // A second factor alone is not a sign-in method.
  isWayIn: null,
  makesAccount: null,
  removal: totpRemoval,
  wipeUnproved: (tx, { projectId, userId }) => removeTotps(tx, projectId, userId),
  deleteUser: removeTotps,
  sweep: sweepTotps,
  open: core => ({ calls: createTotpCalls(core), pages: null, jobs: {}, checks: {}, close: null }),
} satisfies Factor
