import { deleteOlder } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import type { Database } from '../../platform/database/index.ts'

/** Removes secrets that have expired. */
export const sweepSecrets = async (db: Database, now: number): Promise<void> => {
  const before = now - providerTables.single_use_secrets.ms
  await deleteOlder(db, 'single_use_secrets', { key: ['project_id', 'secret_hash'], age: 'expires_at', before })
}
