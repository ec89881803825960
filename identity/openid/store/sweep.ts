import type { Database } from '../../platform/database/index.ts'
import { sweepRegistered } from './registered.ts'

/** Removes what has expired, and applications that registered themselves for nothing. A spent code stays until then, so that its second use is noticed. */
export const sweepOpenid = async (db: Database, now: number): Promise<void> => {
  for (const table of ['openid_records', 'openid_authorizations', 'openid_requests', 'openid_logins'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
  await sweepRegistered(db, now)
}
