import { z } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { readCsv } from '../read-rows.ts'
import type { OpenFormat } from './export-format.ts'
import { column, leftIf, readTime, unreadFields } from './parts.ts'

/** Some of its parts may be empty. */
const list = column.transform(text => text.split(/[|,;\s]/))

const exported = z.object({
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
    const user = exported.parse(value)
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
      left: [...leftIf(user.username !== '', 'a user name'), ...unreadFields(value, exported)],
    })
  },
})
