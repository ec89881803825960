import { email, metadata, phoneNumber } from '@corroborate/wire/fields.schema'
import { z } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { readCsv, readJsonLines } from '../read-rows.ts'
import { csv, firebase } from './firebase.ts'
import { keycloak } from './keycloak.ts'
import {
  column,
  flag,
  leftIf,
  linksOf,
  nameOf,
  type OpenFormat,
  object,
  readTime,
  text,
  unreadFields,
} from './parts.ts'
import { stytch } from './stytch.ts'
import { supabase } from './supabase.ts'

export type { ExportFormat, ImportOptions } from './parts.ts'

const identity = z.object({ provider: text, user_id: z.union([z.string(), z.number().transform(String)]).catch('') })

const exported = z.object({
  user_id: z.string().min(1),
  email: text,
  email_verified: flag,
  phone_number: text,
  phone_verified: flag,
  username: text,
  name: text,
  given_name: text,
  family_name: text,
  created_at: z.unknown().optional(),
  blocked: flag,
  identities: z.array(identity).catch([]),
  user_metadata: object,
  app_metadata: object,
  multifactor: z.array(z.unknown()).catch([]),
})

/** The file with hashes, which Auth0 sends on request: `_id` is the id of the database user without its prefix. */
const withHash = z.object({
  _id: z.union([z.object({ $oid: z.string() }).transform(({ $oid }) => $oid), z.string()]),
  email: text,
  email_verified: flag,
  passwordHash: z.string().min(1),
})

/** Providers for which Auth0 uses the original account IDs. Windows Live is excluded, since its IDs differ. */
const providers = {
  'google-oauth2': 'google',
  facebook: 'facebook',
  github: 'github',
  apple: 'apple',
  twitter: 'twitter',
  linkedin: 'linkedin',
  amazon: 'amazon',
}

/** Auth0 stores the email address as the name of nameless users. */
const realName = (name: string, email: string) => (name === email ? '' : name)

/** Auth0: the NDJSON of a user export job, or the file of password hashes (bcrypt) from its support, which adds to existing users. */
export const auth0: OpenFormat = () => ({
  counts: 'line',
  read: readJsonLines,
  toUser: value => {
    const hashes = withHash.safeParse(value)
    if (hashes.success) {
      const { _id, email, email_verified, passwordHash } = hashes.data
      return foreignUser({
        id: `auth0|${_id}`,
        emails: email === '' ? [] : [{ address: email, verified: email_verified }],
        passwordHash,
        onlyAdds: true,
      })
    }
    const user = exported.parse(value)
    if (user.blocked) throw new NotTaken('is blocked there')
    const { links, left } = linksOf(
      user.identities
        .filter(({ provider }) => provider !== 'auth0')
        .map(({ provider, user_id: subject }) => ({ provider, subject })),
      providers,
    )
    return foreignUser({
      id: user.user_id,
      emails: user.email === '' ? [] : [{ address: user.email, verified: user.email_verified }],
      phoneNumbers: user.phone_number === '' ? [] : [{ number: user.phone_number, verified: user.phone_verified }],
      name: nameOf({ first: user.given_name, last: user.family_name, whole: realName(user.name, user.email) }),
      trustedMetadata: user.app_metadata,
      untrustedMetadata: user.user_metadata,
      createdAt: readTime(user.created_at),
      links,
      left: [
        ...left,
        ...unreadFields(value, exported),
        ...leftIf(user.username !== '', 'a user name'),
        ...leftIf(user.multifactor.length > 0, 'a second factor'),
      ],
    })
  },
})

/** Some of its parts may be empty. */
const list = column.transform(text => text.split(/[|,;\s]/))

const clerkExported = z.object({
  id: z.string().min(1),
  first_name: column,
  last_name: column,
  username: column,
  primary_email_address: column,
  primary_phone_number: column,
  verified_email_addresses: list,
  unverified_email_addresses: list,
  verified_phone_numbers: list,
  unverified_phone_numbers: list,
  totp_secret: column,
  password_digest: column,
  password_hasher: column,
  created_at: column.optional(),
})

/** Clerk's name for Django's bcrypt of a SHA-256, if the digest doesn't indicate it. */
const hashOf = (digest: string, hasher: string): string =>
  hasher === 'bcrypt_sha256_django' && digest.startsWith('$2') ? `bcrypt_sha256$${digest}` : digest

/** The main one first, each once. */
const ordered = (main: string, verified: string[], unverified: string[]) => {
  const isVerified = new Set(verified)
  return [...new Set([main, ...verified, ...unverified])]
    .filter(value => value !== '')
    .map(value => ({ value, verified: isVerified.has(value) }))
}

/** Clerk: the CSV of the dashboard's user export. */
export const clerk: OpenFormat = () => ({
  counts: 'line',
  read: readCsv(['id', 'primary_email_address', 'verified_email_addresses', 'password_digest', 'password_hasher']),
  toUser: value => {
    const user = clerkExported.parse(value)
    return foreignUser({
      id: user.id,
      emails: ordered(user.primary_email_address, user.verified_email_addresses, user.unverified_email_addresses).map(
        ({ value: address, verified }) => ({ address, verified }),
      ),
      phoneNumbers: ordered(user.primary_phone_number, user.verified_phone_numbers, user.unverified_phone_numbers).map(
        ({ value: number, verified }) => ({ number, verified }),
      ),
      name: { first: user.first_name, middle: '', last: user.last_name },
      passwordHash: user.password_digest === '' ? null : hashOf(user.password_digest, user.password_hasher),
      authenticator: user.totp_secret === '' ? null : user.totp_secret,
      createdAt: readTime(user.created_at),
      left: [...leftIf(user.username !== '', 'a user name'), ...unreadFields(value, clerkExported)],
    })
  },
})

const name = z.string().max(128)

const importedUser = z.strictObject({
  email: email.optional(),
  /** The operator vouches for imported addresses; `false` makes the first verification of the mailbox wipe the account. */
  email_verified: z.boolean().default(true),
  phone_number: phoneNumber.optional(),
  phone_number_verified: z.boolean().default(true),
  name: z
    .strictObject({ first_name: name.optional(), middle_name: name.optional(), last_name: name.optional() })
    .default({}),
  password_hash: z.string().optional(),
  roles: z.array(z.string()).default([]),
  trusted_metadata: metadata.default({}),
  untrusted_metadata: metadata.default({}),
  external_id: z.string().min(1).max(128).nullable().default(null),
  created_at: z.iso.datetime().optional(),
})

/** Our own form: one JSON object a line. Its names are checked, so that a mistyped one is not lost. */
export const jsonLines: OpenFormat = () => ({
  counts: 'line',
  read: readJsonLines,
  toUser: value => {
    const user = importedUser.parse(value)
    return foreignUser({
      id: user.external_id,
      emails: user.email === undefined ? [] : [{ address: user.email, verified: user.email_verified }],
      phoneNumbers:
        user.phone_number === undefined ? [] : [{ number: user.phone_number, verified: user.phone_number_verified }],
      name: { first: user.name.first_name ?? '', middle: user.name.middle_name ?? '', last: user.name.last_name ?? '' },
      passwordHash: user.password_hash ?? null,
      roles: user.roles,
      trustedMetadata: user.trusted_metadata,
      untrustedMetadata: user.untrusted_metadata,
      createdAt: user.created_at === undefined ? null : Date.parse(user.created_at),
      strict: true,
    })
  },
})

/** Every kind of file that users can be brought in from, by its name at the command line. */
export const exportFormats = {
  json: jsonLines,
  auth0,
  clerk,
  firebase,
  supabase,
  keycloak,
  stytch,
  csv,
} satisfies Record<string, OpenFormat>

/** The name of a kind of file. */
export type FormatName = keyof typeof exportFormats
