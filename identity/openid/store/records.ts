import { prepareStatement } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'
import { hashOf } from './hash.ts'

/** Period after a refresh token was spent in which the same request may be retried, in ms. */
export const repeatGrace = 10_000

/** Time at which a record was spent, and the request that spent it. */
export type Spent = { consumed_at: number | null; consumed_by: string | null }

/**
 * True if a request is a retry of the one that spent the record, within the grace period. `request` is null where retries are not allowed,
 * such as for codes. Pure.
 */
export const isRepeat = ({ consumed_at, consumed_by }: Spent, request: string | null, now: number): boolean =>
  consumed_at !== null && request !== null && consumed_by === request && now - consumed_at < repeatGrace

/** Data stored by `oidc-provider` for a token, a code, a grant or a pushed request. */
export type Payload = Record<string, unknown>

/** A record kind within a project. */
export type RecordKind = { projectId: string; kind: string }

/** The kind of which everything else with a `grantId` is found only while it is there. */
const grantKind = 'Grant'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Stores a record, or replaces it; it is gone `expiresIn` seconds from `now`. The id itself, which may be a secret, is not kept. */
export const putRecord = async (
  db: Database | Tx,
  { projectId, kind }: RecordKind,
  id: string,
  { jti: _, ...payload }: Payload,
  expiresIn: number,
  now: number,
): Promise<void> => {
  const grantId = kind === grantKind ? id : textOf(payload.grantId)
  await recordPut(
    db,
    projectId,
    kind,
    hashOf(id),
    JSON.stringify(payload),
    grantId === null ? null : hashOf(grantId),
    textOf(payload.accountId),
    textOf(payload.clientId),
    now + expiresIn * 1_000,
  )
}

const recordPut = prepareStatement(
  (
    db: Database | Tx,
    project_id: string,
    kind: string,
    record_hash: string,
    payload: string,
    grant_hash: string | null,
    user_id: string | null,
    client_id: string | null,
    expires_at: number,
  ) => {
    const row = { payload, grant_hash, user_id, client_id, expires_at }
    return db
      .insertInto('openid_records')
      .values({ project_id, kind, record_hash, consumed_at: null, consumed_by: null, ...row })
      .onConflict(conflict => conflict.columns(['project_id', 'kind', 'record_hash']).doUpdateSet(row))
  },
)

/**
 * Finds a record by ID, unless it has expired or its grant was revoked: a revocation deletes one row, after which nothing stored for the
 * grant is found. For a retry of the request that spent it, the record appears unspent.
 */
export const findRecord = async (
  db: Database | Tx,
  { projectId, kind }: RecordKind,
  id: string,
  now: number,
  request: string | null = null,
): Promise<Payload | undefined> => {
  const [row] = await liveRecord(db, projectId, kind, hashOf(id), now)
  if (row === undefined) return undefined
  const { consumed_at } = row
  const looksUnspent = consumed_at === null || isRepeat(row, request, now)
  const consumed = looksUnspent ? {} : { consumed: Math.floor(consumed_at / 1_000) }
  return { ...JSON.parse(row.payload), ...consumed, jti: id }
}

const liveRecord = prepareStatement(
  (db: Database | Tx, projectId: string, kind: string, recordHash: string, now: number) =>
    db
      .selectFrom('openid_records as record')
      .select(['record.payload', 'record.consumed_at', 'record.consumed_by'])
      .where('record.project_id', '=', projectId)
      .where('record.kind', '=', kind)
      .where('record.record_hash', '=', recordHash)
      .where('record.expires_at', '>', now)
      .where(is =>
        is.or([
          is('record.grant_hash', 'is', null),
          // Not `exists`: for that PostgreSQL may read all grants, when it prepares this while there are few of them.
          is(
            is
              .selectFrom('openid_records as held')
              .select('held.record_hash')
              .whereRef('held.project_id', '=', 'record.project_id')
              .where('held.kind', '=', grantKind)
              .whereRef('held.record_hash', '=', 'record.grant_hash'),
            'is not',
            null,
          ),
        ]),
      ),
)

/**
 * Spends a code or a refresh token. Of any number at the same time, one gets true, and so do repeats of its request where
 * there is one that may come again.
 */
export const consumeRecord = async (
  db: Database | Tx,
  { projectId, kind }: RecordKind,
  id: string,
  now: number,
  request: string | null,
): Promise<boolean> => {
  const hash = hashOf(id)
  if ((await recordConsumed(db, projectId, kind, hash, now, request)).length === 1) return true
  const [spent] = await liveRecord(db, projectId, kind, hash, now)
  return spent !== undefined && isRepeat(spent, request, now)
}

const recordConsumed = prepareStatement(
  (db: Database | Tx, projectId: string, kind: string, recordHash: string, now: number, request: string | null) =>
    db
      .updateTable('openid_records')
      .set({ consumed_at: now, consumed_by: request })
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .where('record_hash', '=', recordHash)
      .where('consumed_at', 'is', null)
      .returning('record_hash'),
)

export const deleteRecord = async (db: Database | Tx, { projectId, kind }: RecordKind, id: string): Promise<void> => {
  await db
    .deleteFrom('openid_records')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('record_hash', '=', hashOf(id))
    .execute()
}

/** Revokes a grant: it and all that came of it, by one statement. */
export const revokeGrant = async (db: Database | Tx, projectId: string, grantId: string): Promise<void> => {
  await db
    .deleteFrom('openid_records')
    .where('project_id', '=', projectId)
    .where('grant_hash', '=', hashOf(grantId))
    .execute()
}

/** Revokes all that a user has given to one application, or to all of them, but for these grants. */
export const revokeGrantsOf = async (
  tx: Tx,
  projectId: string,
  { userId, clientId, except = [] }: { userId: string; clientId?: string; except?: readonly string[] },
): Promise<void> => {
  let gone = tx.deleteFrom('openid_records').where('project_id', '=', projectId).where('user_id', '=', userId)
  if (clientId !== undefined) gone = gone.where('client_id', '=', clientId)
  if (except.length > 0)
    gone = gone.where(
      'grant_hash',
      'not in',
      except.map(id => hashOf(id)),
    )
  await gone.execute()
}

/** Revokes all that an application has, for its deletion. */
export const revokeRecordsOfClient = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await tx.deleteFrom('openid_records').where('project_id', '=', projectId).where('client_id', '=', clientId).execute()
}
