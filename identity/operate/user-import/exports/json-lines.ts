import { email, metadata, phoneNumber } from '@corroborate/wire/fields.schema'
import { z } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { readJsonLines } from '../read-rows.ts'
import type { OpenFormat } from './export-format.ts'

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
