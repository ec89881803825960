import { deleteOlder } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { Database } from '../../platform/database/index.ts'
import { forgetKeys } from './keys.ts'

/** Removes sessions that ended long ago, and keys that signed nothing that is still valid. */
export const sweepSessions = async (db: Database, now: number): Promise<void> => {
  const before = now - providerTables.sessions.ms
  await deleteOlder(db, 'sessions', { key: ['project_id', 'session_id'], age: 'expires_at', before })
  await forgetKeys(db, now)
}
