/**
 * A user as an export of another system holds them, in our words but not yet checked. What an export does not say is empty, and
 * says nothing.
 */
export type ForeignUser = {
  /** The id in the other system; null where the file has none. */
  id: string | null
  /** The main one first. */
  emails: readonly { address: string; verified: boolean }[]
  phoneNumbers: readonly { number: string; verified: boolean }[]
  name: { first: string; middle: string; last: string }
  /** In any form that `parseImportedHash` reads; null without a password. */
  passwordHash: string | null
  /** Roles that the project does not have are left out, unless `strict`. */
  roles: readonly string[]
  trustedMetadata: Record<string, unknown>
  untrustedMetadata: Record<string, unknown>
  /** Epoch milliseconds. */
  createdAt: number | null
  /** Accounts at social providers; `provider` is one of `oauthProviders`. */
  links: readonly { provider: string; subject: string }[]
  /** The secret of an authenticator app in base32: six digits of SHA-1 every 30 s. */
  authenticator: string | null
  /** What else the export holds of them and we do not keep, each in words that fit "not kept: …". */
  left: readonly string[]
  /** The file was written for us: what cannot be kept as it is refuses the user. */
  strict?: boolean
  /** It only adds to a user who was brought in before, such as a password that comes in a file of its own. */
  onlyAdds?: boolean
}

const nobody: ForeignUser = {
  id: null,
  emails: [],
  phoneNumbers: [],
  name: { first: '', middle: '', last: '' },
  passwordHash: null,
  roles: [],
  trustedMetadata: {},
  untrustedMetadata: {},
  createdAt: null,
  links: [],
  authenticator: null,
  left: [],
}

/** A user, with what an export says of them. */
export const foreignUser = (known: Partial<ForeignUser>): ForeignUser => ({ ...nobody, ...known })

/** Why a user of an export is not brought in, such as "is blocked there". */
export class NotTaken extends Error {}
