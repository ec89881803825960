import type { AccountPart } from '../../accounts/users/index.ts'
import { findPassword, removePassword } from './password-store.ts'

/** Passwords as a part of the account. */
export const passwordPart: AccountPart = {
  userField: {
    field: 'password',
    read: async (db, projectId, userId) => {
      const stored = await findPassword(db, projectId, userId)
      return stored === null ? null : { password_id: stored.passwordId, requires_reset: stored.requiresReset }
    },
  },
  // With any address: whoever has forgotten the password is sent a mail.
  isWayIn: user => user.password !== null && user.emails.length > 0,
  makesAccount: async (db, projectId, userId) => (await findPassword(db, projectId, userId)) !== null,
  wipeUnproved: (tx, { projectId, userId }) => removePassword(tx, projectId, userId),
  deleteUser: removePassword,
}
