import type { endpoints } from '@corroborate/wire/endpoints.schema'
import type { ErrorType } from '@corroborate/wire/errors'
import type { User } from '@corroborate/wire/types'
import type { AuditAction } from '../../platform/audit/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { AccountChange } from '../../platform/names/index.ts'

/** How users remove one of their addresses, numbers, authenticators … from their account. */
export type Removal = {
  endpoint: Omit<typeof endpoints.users.deleteEmail, 'path'> & { path: `/${string}` }
  /** The refusal when the user has none with this id. */
  notFound: ErrorType
  /** As the audit log names it: `totp.deleted`. */
  action: AuditAction
  /** Ids of those in the user object. */
  idsOf: (user: User) => readonly string[]
  /** The user object without one: somebody must be able to get in with what is left. */
  without: (user: User, id: string) => User
  /** What the owner of the account is told; null: nothing that protected it is gone. */
  change: (user: User, id: string) => AccountChange | null
  remove: (tx: Tx, projectId: string, userId: string, id: string) => Promise<void>
}
