import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { ErrorType } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import type { AuditAction } from '../../platform/audit/store.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AccountChange } from '../../platform/names/index.ts'

/** Removal of an address, number, authenticator etc. from the user's account. */
export type Removal = {
  endpoint: Omit<typeof endpoints.users.deleteEmail, 'path'> & { path: `/${string}` }
  /** The refusal when the user has none with this id. */
  notFound: ErrorType
  /** As the audit log names it: `totp.deleted`. */
  action: AuditAction
  /** Ids of those in the user object. */
  idsOf: (user: User) => readonly string[]
  /** Returns the user object without the item, to check that a sign-in method remains. */
  without: (user: User, id: string) => User
  /** Change in the notification to the owner; null if no protection was lost. */
  change: (user: User, id: string) => AccountChange | null
  remove: (tx: Tx, projectId: string, userId: string, id: string) => Promise<void>
}
