import { forgetDeadLetters } from '@corroborate/server-kit/outbox'
import { sweepSessions } from '../../accounts/sessions/index.ts'
import { sweepSecrets } from '../../accounts/single-use/index.ts'
import type { Users } from '../../accounts/users/index.ts'
import { sweepEvents } from '../../calls/events/index.ts'
import { sweepTotps } from '../../factors/totps/index.ts'
import type { Database } from '../../platform/database/index.ts'

const day = 24 * 60 * 60_000
/** How often the sweep runs, in ms. */
export const sweepEvery = 60 * 60_000

/** How long things are kept after they have lost their use, in ms. */
const kept = { pendingUsers: 7 * day, undelivered: 30 * day }

/**
 * Removes what nobody needs any more: spent secrets, ended sessions, old telemetry, users who never came, mail that could
 * not be delivered, keys that signed nothing that is still valid.
 */
export async function sweep(db: Database, users: Pick<Users, 'sweepPending'>, now = Date.now()): Promise<void> {
  await sweepSecrets(db, now)
  await sweepSessions(db, now)
  await sweepEvents(db, now)
  await sweepTotps(db, now)
  // They hold addresses, and links that have expired.
  await forgetDeadLetters(db, now - kept.undelivered)
  await users.sweepPending(db, now - kept.pendingUsers)
}
