/** A user from another system's export, normalized but not yet validated. Missing data is empty and changes nothing. */
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
  /** Data in the export that is not imported, described to fit "not kept: …". */
  left: readonly string[]
  /** The file uses our own format, so unsupported data rejects the user. */
  strict?: boolean
  /** Only adds to a previously imported user, such as a password from a separate file. */
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

/** Builds a user from the data in an export. */
export const foreignUser = (known: Partial<ForeignUser>): ForeignUser => ({ ...nobody, ...known })

/** Why a user of an export is not brought in, such as "is blocked there". */
export class NotTaken extends Error {}
