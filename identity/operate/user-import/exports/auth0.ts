import { z } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { readJsonLines } from '../read-rows.ts'
import type { OpenFormat } from './export-format.ts'
import { flag, leftIf, linksOf, nameOf, object, readTime, text, unreadFields } from './parts.ts'

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
