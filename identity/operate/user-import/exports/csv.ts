import { UsageError } from '@corroborate/server-kit/command-line'
import { z } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { readCsv } from '../read-rows.ts'
import type { OpenFormat } from './export-format.ts'
import { column, isYes, nameOf, readTime } from './parts.ts'

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
