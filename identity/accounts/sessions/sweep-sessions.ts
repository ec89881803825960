import type { Database } from '../../platform/database/index.ts'
import { forgetKeys } from './keys.ts'

/** How long a session is kept after its end, in ms. */
const kept = 30 * 24 * 60 * 60_000

/** Removes sessions that ended long ago, and keys that signed nothing that is still valid. */
export const sweepSessions = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - kept)
    .execute()
  await forgetKeys(db, now)
}
