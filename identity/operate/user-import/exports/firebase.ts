import { UsageError } from '@corroborate/server-kit/command-line'
import { z } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { readCsv, readJsonMembers } from '../read-rows.ts'
import {
  column,
  flag,
  isYes,
  jsonColumn,
  leftIf,
  linksOf,
  nameOf,
  type OpenFormat,
  readTime,
  text,
  unreadFields,
} from './parts.ts'

/** Column types of a table: the names before the equals signs of `--columns`. */
export const csvColumns = [
  'id',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'hash',
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'created_at',
  'totp_secret',
] as const

const table = z.record(z.string(), column)

/** Unusable password markers of Django and others, in place of a hash. */
const unusable = /^[!*]/

/** CSV table of any system, such as Django's `auth_user` or Devise's `users`. The operator maps the columns. */
export const csv: OpenFormat = ({ columns }) => {
  const known: readonly string[] = csvColumns
  const unknown = Object.keys(columns).find(name => !known.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`--columns names ${unknown}. It may name ${csvColumns.join(', ')}.`)
  }
  if (columns.email === undefined && columns.phone_number === undefined) {
    throw new UsageError(
      'csv needs --columns with email=COLUMN or phone_number=COLUMN, such as email=email,hash=password.',
    )
  }
  const named = new Set(Object.values(columns))
  const unread = (row: Readonly<Record<string, string>>): string[] =>
    Object.entries(row)
      .filter(([name, held]) => !named.has(name) && held !== '')
      .map(([name]) => `the column ${name.slice(0, 40)}, which --columns does not name`)
  return {
    counts: 'line',
    read: readCsv(Object.values(columns)),
    toUser: value => {
      const row = table.parse(value)
      const of = (name: (typeof csvColumns)[number]): string => row[columns[name] ?? ''] ?? ''
      // Without a verification column, the operator vouches for the imported contacts.
      const isVerified = (name: 'email_verified' | 'phone_number_verified') =>
        columns[name] === undefined || isYes(of(name), name)
      const [email, number, hash] = [of('email'), of('phone_number'), of('hash')]
      return foreignUser({
        id: of('id') === '' ? null : of('id'),
        emails: email === '' ? [] : [{ address: email, verified: isVerified('email_verified') }],
        phoneNumbers: number === '' ? [] : [{ number, verified: isVerified('phone_number_verified') }],
        name: {
          ...nameOf({ first: of('first_name'), last: of('last_name'), whole: of('name') }),
          middle: of('middle_name'),
        },
        passwordHash: hash === '' || unusable.test(hash) ? null : hash,
        createdAt: readTime(of('created_at')),
        authenticator: of('totp_secret') === '' ? null : of('totp_secret'),
        left: unread(row),
      })
    },
  }
}

const exported = z.object({
  localId: z.string().min(1),
  email: text,
  emailVerified: flag,
  passwordHash: text,
  salt: text,
  displayName: text,
  createdAt: z.unknown().optional(),
  phoneNumber: text,
  disabled: flag,
  customAttributes: jsonColumn,
  mfaInfo: z.array(z.unknown()).catch([]),
  providerUserInfo: z.array(z.object({ providerId: text, rawId: text })).catch([]),
})

const providers = {
  'google.com': 'google',
  'facebook.com': 'facebook',
  'github.com': 'github',
  'apple.com': 'apple',
  'twitter.com': 'twitter',
}

/** Firebase sign-in methods that are not social accounts. */
const ownWays = new Set(['password', 'phone'])

const base64 = (encoded: string): string => encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')

/**
 * Hash parameters of a project: the key and costs shown in the console under "password hash parameters".
 * @throws UsageError
 */
const hashTail = (config: string) => {
  const partOf = (name: string): string => {
    const found = new RegExp(`"?${name}"?\\s*[:=]\\s*"?([^\\s",}]+)`, 'i').exec(config)?.[1]
    if (found === undefined)
      throw new UsageError(`--hash-config has no ${name}: copy all of "password hash parameters".`)
    return found
  }
  const algorithm = partOf('algorithm')
  if (algorithm.toUpperCase() !== 'SCRYPT') {
    throw new UsageError(`--hash-config names the algorithm ${algorithm}; Firebase's own is SCRYPT.`)
  }
  const [rounds, memory] = [partOf('rounds'), partOf('mem_cost')]
  const [key, separator] = [partOf('base64_signer_key'), partOf('base64_salt_separator')]
  return (salt: string, hash: string): string =>
    `$firescrypt$ln=${memory},r=${rounds},p=1$${base64(salt)}$${base64(hash)}$${base64(separator)}$${base64(key)}`
}

/** Firebase: the JSON of `firebase auth:export`. */
export const firebase: OpenFormat = ({ hashConfig }) => {
  if (hashConfig === null) {
    throw new UsageError(
      'firebase needs --hash-config FILE: the "password hash parameters" of the console (Authentication, Users, the three dots).',
    )
  }
  const hashWith = hashTail(hashConfig)
  return {
    counts: 'user',
    read: readJsonMembers(['$.users.*']),
    toUser: value => {
      const user = exported.parse(value)
      if (user.disabled) throw new NotTaken('is disabled there')
      const { links, left } = linksOf(
        user.providerUserInfo
          .filter(({ providerId }) => !ownWays.has(providerId))
          .map(({ providerId: provider, rawId: subject }) => ({ provider, subject })),
        providers,
      )
      return foreignUser({
        id: user.localId,
        emails: user.email === '' ? [] : [{ address: user.email, verified: user.emailVerified }],
        // Firebase keeps a number only after a code that was texted to it.
        phoneNumbers: user.phoneNumber === '' ? [] : [{ number: user.phoneNumber, verified: true }],
        name: nameOf({ whole: user.displayName }),
        passwordHash: user.passwordHash === '' ? null : hashWith(user.salt, user.passwordHash),
        trustedMetadata: user.customAttributes,
        createdAt: readTime(user.createdAt),
        links,
        left: [...left, ...leftIf(user.mfaInfo.length > 0, 'a second factor'), ...unreadFields(value, exported)],
      })
    },
  }
}
