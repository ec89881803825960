import { type EmailAddress, parseEmail } from '@corroborate/wire/email'
import { metadata, phoneNumber } from '@corroborate/wire/fields.schema'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { cleanLine } from '@corroborate/wire/written-text'
import { base32 } from '@scure/base'
import type { Users } from '../../accounts/users/index.ts'
import { insertRegistration } from '../../factors/oauth/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Sealer } from '../../platform/sealing/sealer.ts'
import { everybodysRole, type Project } from '../../projects/index.ts'
import { type ForeignUser, NotTaken } from './foreign-user.ts'
import { type ImportedHash, parseImportedHash } from './imported-hash.ts'

/** A user as they are brought in, all of it checked. */
export type CheckedUser = {
  id: string | null
  emails: { value: EmailAddress; verified: boolean }[]
  phoneNumbers: { value: string; verified: boolean }[]
  name: { first: string; middle: string; last: string }
  password: ImportedHash | null
  roles: string[]
  trustedMetadata: Record<string, unknown>
  untrustedMetadata: Record<string, unknown>
  createdAt: number | null
  links: { provider: OAuthProvider; subject: string }[]
  /** base32 */
  authenticator: string | null
  onlyAdds: boolean
}

const longest = { name: 128, id: 128, subject: 255 }
/** Minimum length in bytes. A shorter secret could be guessed (RFC 4226 §4 requires 16; some apps use 10). */
const shortestSecret = 10

/**
 * Validates a foreign user and describes what is not imported. Pure.
 * @param roles of the project
 * @throws NotTaken if the user cannot be imported at all
 */
export const checkUser = (
  foreign: ForeignUser,
  { roles, now }: { roles: readonly string[]; now: number },
): { user: CheckedUser; left: string[] } => {
  const left = [...foreign.left]
  const leave: Leave = words => {
    if (foreign.strict) throw new NotTaken(words)
    left.push(words)
  }
  if (foreign.id !== null && !isText(foreign.id, longest.id))
    throw new NotTaken('has an id that is too long, or no text')

  const emails = checkEmails(foreign, leave)
  const user: CheckedUser = {
    id: foreign.id,
    emails,
    phoneNumbers: checkNumbers(foreign, emails.length > 0, leave),
    name: {
      first: checkName(foreign.name.first),
      middle: checkName(foreign.name.middle),
      last: checkName(foreign.name.last),
    },
    password: checkPassword(foreign, leave),
    roles: checkRoles(foreign, roles, leave),
    trustedMetadata: checkMetadata(foreign.trustedMetadata, leave),
    untrustedMetadata: checkMetadata(foreign.untrustedMetadata, leave),
    createdAt:
      foreign.createdAt !== null && foreign.createdAt > 0 && foreign.createdAt <= now ? foreign.createdAt : null,
    links: foreign.links.flatMap(({ provider, subject }) => {
      const known = oauthProviders.find(id => id === provider)
      return known === undefined || !isText(subject, longest.subject) ? [] : [{ provider: known, subject }]
    }),
    authenticator: checkAuthenticator(foreign.authenticator, leave),
    onlyAdds: foreign.onlyAdds ?? false,
  }
  if (user.emails.length === 0 && user.phoneNumbers.length === 0 && user.links.length === 0 && !user.onlyAdds) {
    throw new NotTaken('needs an email or a phone_number')
  }
  return { user, left }
}

type Leave = (words: string) => void

const isText = (text: string, most: number): boolean =>
  text.length > 0 && text.length <= most && text.isWellFormed() && !/\p{Cc}/u.test(text)

/** A name as people are shown it; empty where nothing of it can be seen. */
const checkName = (name: string): string => [...cleanLine(name.toWellFormed())].slice(0, longest.name).join('')

/** Puts the primary address first. An unverified one counts only if it is the only one, because another person may own it. */
const checkEmails = ({ emails }: ForeignUser, leave: Leave): CheckedUser['emails'] => {
  const known = emails.flatMap(({ address, verified }, n) => {
    const parsed = parseEmail(address)
    if (parsed.kind === 'email') return [{ value: parsed.email, verified }]
    if (n === 0) throw new NotTaken(`has an email that is none: ${address.slice(0, 80)}`)
    leave('a further address that is none')
    return []
  })
  const proved = known.filter(({ verified }) => verified)
  const kept = proved.length > 0 ? proved : known.slice(0, 1)
  for (const _ of known.slice(kept.length)) leave('a further address that was never confirmed')
  return kept.filter(({ value }, n) => kept.findIndex(other => other.value === value) === n)
}

const checkNumbers = ({ phoneNumbers }: ForeignUser, hasEmail: boolean, leave: Leave): CheckedUser['phoneNumbers'] =>
  phoneNumbers.flatMap(({ number, verified }, n) => {
    const parsed = phoneNumber.safeParse(number.replaceAll(/[\s().-]/g, ''))
    if (!parsed.success) {
      leave('a phone number that is not in international form')
      return []
    }
    // An unverified number may be mistyped, and a code texted to its real owner would let them in.
    if (!verified && (hasEmail || n > 0)) {
      leave('has a phone_number that is not verified beside an email: leave the number out')
      return []
    }
    return [{ value: parsed.data, verified }]
  })

/** Removes duplicates and the role that everyone has. */
const checkRoles = (foreign: ForeignUser, roles: readonly string[], leave: Leave): string[] =>
  [...new Set(foreign.roles)].filter(role => {
    const isThere = roles.includes(role)
    if (!isThere) leave(`the role ${role.slice(0, 60)}, which the project does not have`)
    return isThere && role !== everybodysRole
  })

const checkPassword = ({ passwordHash }: ForeignUser, leave: Leave): ImportedHash | null => {
  if (passwordHash === null) return null
  const hash = parseImportedHash(passwordHash)
  if (hash === null) leave('password_hash: is no bcrypt, scrypt, PBKDF2 or argon2 hash we know, or too dear')
  return hash
}

const checkMetadata = (given: Record<string, unknown>, leave: Leave): Record<string, unknown> => {
  const parsed = metadata.safeParse(given)
  if (parsed.success) return parsed.data
  leave('metadata that is larger, or deeper, than we keep')
  return {}
}

const checkAuthenticator = (secret: string | null, leave: Leave): string | null => {
  if (secret === null) return null
  const bare = secret.toUpperCase().replaceAll(/[\s=-]/g, '')
  try {
    const padded = bare.padEnd(Math.ceil(bare.length / 8) * 8, '=')
    if (base32.decode(padded).length >= shortestSecret) return bare
  } catch {
    // No base32.
  }
  leave('an authenticator app whose secret is too short, or not base32')
  return null
}

/** Context of writing a user. */
export type Writing = {
  project: Project
  sealer: Sealer
  users: Pick<Users, 'read'>
  /** The host within which a provider's subjects are unique. */
  authorityOf: (provider: CheckedUser['links'][number]['provider']) => string
  /** The kind of file, such as `auth0`: ids of two systems may be the same. */
  format: string
  now: number
}

/** Result for a user: values written, and values left as changed here. */
export type Outcome = {
  became: 'created' | 'updated' | 'unchanged' | 'deleted here'
  kept: Kept[]
  left: string[]
}

/** Kinds of imported items in the report. */
export type Kept =
  | 'addresses'
  | 'phone numbers'
  | 'names'
  | 'passwords'
  | 'links'
  | 'authenticator apps'
  | 'metadata'
  | 'roles'
  | 'ids (as external_id)'

const noTokens = { access_token: '', id_token: '', refresh_token: '', scopes: [], expires_at: '', email: '' }

/** Links social accounts. An account linked to another user stays there. */
export const addLinks = async (
  tx: Tx,
  { project, sealer, authorityOf, now }: Writing,
  userId: string,
  links: CheckedUser['links'],
): Promise<{ linked: CheckedUser['links']; left: string[] }> => {
  const linked: CheckedUser['links'] = []
  const left: string[] = []
  for (const link of links) {
    const account = { ...link, authority: authorityOf(link.provider) }
    const kept = { pictureUrl: '', locale: '', values: noTokens }
    const id = await insertRegistration(tx, sealer, project, userId, account, kept, now)
    if (id === null) left.push('a link to an account that another user is linked to')
    else linked.push(link)
  }
  return { linked, left }
}
