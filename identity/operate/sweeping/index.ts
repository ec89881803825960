import { forgetKeys } from '../../accounts/sessions/index.ts'
import type { Database } from '../../platform/database/index.ts'

const day = 24 * 60 * 60_000
/** How often the sweep runs, in ms. */
export const sweepEvery = 60 * 60_000

/** How long things are kept after they have lost their use, in ms. */
const kept = { secrets: day, sessions: 30 * day, events: 90 * day, pendingUsers: 7 * day, undelivered: 30 * day }

/**
 * Removes what nobody needs any more: spent secrets, ended sessions, old telemetry, users who never came, mail that could
 * not be delivered, keys that signed nothing that is still valid.
 */
export const sweep = async (db: Database, now = Date.now()): Promise<void> => {
  await db
    .deleteFrom('single_use_secrets')
    .where('expires_at', '<', now - kept.secrets)
    .execute()
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - kept.sessions)
    .execute()
  await db
    .deleteFrom('telemetry_events')
    .where('received_at', '<', now - kept.events)
    .execute()
  await db.deleteFrom('totps').where('verified', '=', 0).where('expires_at', '<', now).execute()
  // They hold addresses, and links that have expired.
  await db
    .deleteFrom('outbox')
    .where('state', '=', 'dead')
    .where('enqueued_at', '<', now - kept.undelivered)
    .execute()
  await sweepPendingUsers(db, now - kept.pendingUsers)
  await forgetKeys(db, now)
}

/** Whoever typed an address that was never proved leaves no account behind. */
const sweepPendingUsers = async (db: Database, before: number): Promise<void> => {
  await db.transaction().execute(async tx => {
    const users = await tx
      .deleteFrom('users')
      .where('status', '=', 'pending')
      .where('signed_in_at', 'is', null)
      .where('external_id', 'is', null)
      .where('created_at', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('password_hashes')
              .select('password_hashes.user_id')
              .whereRef('password_hashes.project_id', '=', 'users.project_id')
              .whereRef('password_hashes.user_id', '=', 'users.user_id'),
          ),
        ),
      )
      .returning(['project_id', 'user_id'])
      .execute()
    for (const { project_id, user_id } of users) {
      for (const table of ['user_emails', 'user_phone_numbers', 'single_use_secrets'] as const) {
        await tx.deleteFrom(table).where('project_id', '=', project_id).where('user_id', '=', user_id).execute()
      }
    }
  })
}
