import { forgetDeadLetters } from '@corroborate/server-kit/outbox'
import type { Database } from '../../platform/database/index.ts'
import type { Brought } from '../../sdk/feature/index.ts'

const day = 24 * 60 * 60_000
/** How often the sweep runs, in ms. */
export const sweepEvery = 60 * 60_000

/** How long things are kept after they have lost their use, in ms. */
const kept = { pendingUsers: 7 * day, undelivered: 30 * day }

/** Removes what nobody needs any more: what each folder knows of, users who never came, mail that could not be delivered. */
export const sweep = async (
  db: Database,
  { sweeps, users }: Pick<Brought, 'sweeps' | 'users'>,
  now: number,
): Promise<void> => {
  for (const sweepOne of sweeps) await sweepOne(db, now)
  // They hold addresses, and links that have expired.
  await forgetDeadLetters(db, now - kept.undelivered)
  await users.sweepPending(db, now - kept.pendingUsers)
}
