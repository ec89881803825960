import type { Database } from '../../platform/database/index.ts'

/** How long a secret is kept after its end, in ms. */
const kept = 24 * 60 * 60_000

/** Removes secrets that have expired. */
export const sweepSecrets = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('single_use_secrets')
    .where('expires_at', '<', now - kept)
    .execute()
}
