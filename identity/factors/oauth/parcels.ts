import { randomUUID } from 'node:crypto'
import { deleteOlder } from '@corroborate/server-kit/database'
import { issueToken, type SecretSubject } from '../../accounts/single-use/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/sealing/index.ts'

const rowOf = (projectId: string, id: string) => ({ table: 'oauth_parcels', projectId, id })

/**
 * Issues a one-time token with sealed content: Apple's posted response, or a provider's result and tokens. The parcel's ID is the token's
 * `subject`. Both expire at the same time.
 */
export const issueParcel = async (
  tx: Tx,
  sealer: Sealer,
  content: unknown,
  secret: Omit<SecretSubject, 'subject'>,
  now: number,
): Promise<string> => {
  const { projectId, expiresAt } = secret
  const parcelId = randomUUID()
  await tx
    .insertInto('oauth_parcels')
    .values({
      project_id: projectId,
      parcel_id: parcelId,
      content: sealer.seal(JSON.stringify(content), rowOf(projectId, parcelId)),
      expires_at: expiresAt,
    })
    .execute()
  return issueToken(tx, { ...secret, subject: parcelId }, now)
}

/** The content that belongs to a token, or null when it was removed. */
export const openParcel = async (
  db: Database | Tx,
  sealer: Sealer,
  projectId: string,
  parcelId: string,
): Promise<unknown> => {
  const row = await db
    .selectFrom('oauth_parcels')
    .select('content')
    .where('project_id', '=', projectId)
    .where('parcel_id', '=', parcelId)
    .executeTakeFirst()
  return row === undefined ? null : JSON.parse(sealer.open(row.content, rowOf(projectId, parcelId)))
}

export const removeParcel = async (tx: Tx, projectId: string, parcelId: string): Promise<void> => {
  await tx.deleteFrom('oauth_parcels').where('project_id', '=', projectId).where('parcel_id', '=', parcelId).execute()
}

/** Removes parcels that have expired. */
export const sweepParcels = async (db: Database, now: number): Promise<void> => {
  await deleteOlder(db, 'oauth_parcels', { key: ['project_id', 'parcel_id'], age: 'expires_at', before: now })
}
