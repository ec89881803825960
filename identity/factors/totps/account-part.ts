import { prepareStatement } from '@corroborate/server-kit/database'
import type { AccountPart } from '../../accounts/users/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'

const shownTo = prepareStatement((db: Database | Tx, projectId: string, userId: string, now: number) =>
  db
    .selectFrom('totps')
    .select(['totp_id', 'verified'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(is => is.or([is('verified', '=', 1), is('expires_at', '>', now)]))
    .orderBy('created_at'),
)

const remove = async (tx: Tx, projectId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('totps').where('project_id', '=', projectId).where('user_id', '=', userId).execute()
}

/** Authenticator apps as a part of the account. */
export const totpPart: AccountPart = {
  userField: {
    field: 'totps',
    read: async (db, projectId, userId, now) =>
      (await shownTo(db, projectId, userId, now)).map(({ totp_id, verified }) => ({
        totp_id,
        verified: verified === 1,
      })),
  },
  // A second factor: nobody gets in with it alone.
  isWayIn: null,
  makesAccount: null,
  wipeUnproved: (tx, { projectId, userId }) => remove(tx, projectId, userId),
  deleteUser: remove,
}
