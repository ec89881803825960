import { oauthProviders, providerTitle } from '@corroborate/wire/providers'
import { z } from 'zod'
import { foreignUser } from '../foreign-user.ts'
import { readJsonMembers } from '../read-rows.ts'
import { flag, leftIf, linksOf, type OpenFormat, object, readTime, text, unreadFields } from './parts.ts'

const exported = z.object({
  user_id: z.string().min(1),
  name: z
    .object({ first_name: text, middle_name: text, last_name: text })
    .catch({ first_name: '', middle_name: '', last_name: '' }),
  emails: z.array(z.object({ email: z.string(), verified: flag })).catch([]),
  phone_numbers: z.array(z.object({ phone_number: z.string(), verified: flag })).catch([]),
  providers: z.array(z.object({ provider_type: text, provider_subject: text })).catch([]),
  password: z.unknown().optional(),
  totps: z.array(z.object({ verified: flag })).catch([]),
  webauthn_registrations: z.array(z.unknown()).catch([]),
  biometric_registrations: z.array(z.unknown()).catch([]),
  crypto_wallets: z.array(z.unknown()).catch([]),
  roles: z.array(z.string()).catch([]),
  trusted_metadata: object,
  untrusted_metadata: object,
  created_at: z.unknown().optional(),
})

/** Microsoft is excluded because its subject IDs are built differently here. */
const providers = Object.fromEntries(oauthProviders.filter(id => id !== 'microsoft').map(id => [providerTitle(id), id]))

/** Stytch: the answers of `POST /v1/users/search`, one after the other in a file, or in an array. It hands out no hashes. */
export const stytch: OpenFormat = () => ({
  counts: 'user',
  read: readJsonMembers(['$.results.*', '$.*.results.*']),
  toUser: value => {
    const user = exported.parse(value)
    const { links, left } = linksOf(
      user.providers.map(({ provider_type: provider, provider_subject: subject }) => ({ provider, subject })),
      providers,
    )
    return foreignUser({
      id: user.user_id,
      emails: user.emails.map(({ email: address, verified }) => ({ address, verified })),
      phoneNumbers: user.phone_numbers.map(({ phone_number: number, verified }) => ({ number, verified })),
      name: { first: user.name.first_name, middle: user.name.middle_name, last: user.name.last_name },
      roles: user.roles,
      trustedMetadata: user.trusted_metadata,
      untrustedMetadata: user.untrusted_metadata,
      createdAt: readTime(user.created_at),
      links,
      left: [
        ...left,
        ...unreadFields(value, exported),
        ...leftIf(user.password !== undefined && user.password !== null, 'a password, of which the file has no hash'),
        ...leftIf(
          user.totps.some(({ verified }) => verified),
          'an authenticator app, of which the file has no secret',
        ),
        ...leftIf(user.webauthn_registrations.length > 0, 'a passkey, which is bound to the other place'),
        ...leftIf(user.biometric_registrations.length > 0, 'biometrics of an app'),
        ...leftIf(user.crypto_wallets.length > 0, 'a wallet'),
      ],
    })
  },
})
