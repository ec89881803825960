import { deleteDeadLetters } from '@corroborate/server-kit/outbox'
import { neverConfirmedFor, providerTables } from '@corroborate/server-kit/retention'
import type { Database } from '../../platform/database/index.ts'
import type { Brought } from '../../sdk/feature/gather.ts'

/** Purge interval, in ms. */
export const sweepEvery = 60 * 60_000

/** Purges expired data of every folder, users who never signed in, and undeliverable mail. */
export const sweep = async (
  db: Database,
  { sweeps, users }: Pick<Brought, 'sweeps' | 'users'>,
  now: number,
): Promise<void> => {
  for (const sweepOne of sweeps) await sweepOne(db, now)
  // They hold addresses, and links that have expired.
  await deleteDeadLetters(db, now - providerTables.outbox.ms)
  await users.sweepPending(db, now - neverConfirmedFor)
}
