import { prepareStatement } from '@corroborate/server-kit/database'
import type { Database, Tx } from '../../platform/database/index.ts'

/** A user's consent to an application, with its time (epoch ms). */
export type Consent = {
  clientId: string
  scopes: readonly string[]
  resources: readonly string[]
  grantedAt: number
  updatedAt: number
}

const split = (text: string): string[] => text.split(' ').filter(word => word !== '')
const joined = (words: Iterable<string>): string => [...new Set(words)].toSorted().join(' ')

export const findConsents = async (
  db: Database | Tx,
  projectId: string,
  { userId, clientId }: { userId: string; clientId?: string },
): Promise<Consent[]> => {
  const rows =
    clientId === undefined
      ? await consentsOfUser(db, projectId, userId).orderBy('updated_at', 'desc').orderBy('client_id').execute()
      : await consentToClient(db, projectId, userId, clientId)
  return rows.map(row => ({
    clientId: row.client_id,
    scopes: split(row.scopes),
    resources: split(row.resources),
    grantedAt: row.granted_at,
    updatedAt: row.updated_at,
  }))
}

const consentsOfUser = (db: Database | Tx, projectId: string, userId: string) =>
  db.selectFrom('openid_consents').selectAll().where('project_id', '=', projectId).where('user_id', '=', userId)

const consentToClient = prepareStatement((db: Database | Tx, projectId: string, userId: string, clientId: string) =>
  consentsOfUser(db, projectId, userId).where('client_id', '=', clientId),
)

/** Extends a user's consent to an application. The user is locked. */
export const addConsent = async (
  tx: Tx,
  projectId: string,
  {
    userId,
    clientId,
    scopes,
    resources,
  }: { userId: string; clientId: string; scopes: readonly string[]; resources: readonly string[] },
  now: number,
): Promise<void> => {
  const [known] = await findConsents(tx, projectId, { userId, clientId })
  const row = {
    scopes: joined([...(known?.scopes ?? []), ...scopes]),
    resources: joined([...(known?.resources ?? []), ...resources]),
    updated_at: now,
  }
  await tx
    .insertInto('openid_consents')
    .values({ project_id: projectId, user_id: userId, client_id: clientId, granted_at: now, ...row })
    .onConflict(conflict => conflict.columns(['project_id', 'user_id', 'client_id']).doUpdateSet(row))
    .execute()
}

/** Deletes a user's consent to one application, or all. Returns the number deleted. */
export const deleteConsents = async (
  tx: Tx,
  projectId: string,
  { userId, clientId }: { userId: string; clientId?: string },
): Promise<number> => {
  let gone = tx.deleteFrom('openid_consents').where('project_id', '=', projectId).where('user_id', '=', userId)
  if (clientId !== undefined) gone = gone.where('client_id', '=', clientId)
  return Number((await gone.executeTakeFirst()).numDeletedRows)
}

export const deleteConsentsToClient = async (tx: Tx, projectId: string, clientId: string): Promise<void> => {
  await tx.deleteFrom('openid_consents').where('project_id', '=', projectId).where('client_id', '=', clientId).execute()
}
