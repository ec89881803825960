import { deleteOlder } from '@corroborate/server-kit/database'
import type { Database } from '../../platform/database/index.ts'
import { sweepRegistered } from './registered.ts'

/** Deletes expired records and unused dynamic registrations. A spent code stays until it expires, so that its reuse is detected. */
export const sweepOpenid = async (db: Database, now: number): Promise<void> => {
  const before = now + 1
  await deleteOlder(db, 'openid_records', { key: ['project_id', 'kind', 'record_hash'], age: 'expires_at', before })
  await deleteOlder(db, 'openid_authorizations', {
    ...{ key: ['project_id', 'session_id', 'client_id'], age: 'expires_at', before },
  })
  await deleteOlder(db, 'openid_requests', {
    ...{ key: ['project_id', 'session_id', 'request_hash'], age: 'expires_at', before },
  })
  await deleteOlder(db, 'openid_logins', {
    ...{ key: ['project_id', 'user_id', 'request_hash'], age: 'expires_at', before },
  })
  await sweepRegistered(db, now)
}
