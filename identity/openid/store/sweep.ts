import type { Database } from '../../platform/database/index.ts'

/** Removes what has expired. A spent code stays until then, so that its second use is noticed. */
export const sweepOpenid = async (db: Database, now: number): Promise<void> => {
  for (const table of ['openid_records', 'openid_authorizations', 'openid_requests'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
}
