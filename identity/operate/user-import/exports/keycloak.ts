import { base32 } from '@scure/base'
import { z } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { readJsonMembers } from '../read-rows.ts'
import { jsonColumn, leftIf, linksOf, type OpenFormat, object, readTime, text, unreadFields } from './parts.ts'

const credential = z.object({ type: text, secretData: jsonColumn, credentialData: jsonColumn })
type Credential = z.infer<typeof credential>

const exported = z.object({
  id: z.string().min(1).nullish(),
  username: text,
  email: text,
  emailVerified: z.boolean().catch(false),
  enabled: z.boolean().catch(true),
  firstName: text,
  lastName: text,
  createdTimestamp: z.unknown().optional(),
  serviceAccountClientId: z.string().nullish().catch(null),
  attributes: object,
  credentials: z.array(credential).catch([]),
  realmRoles: z.array(z.string()).catch([]),
  federatedIdentities: z.array(z.object({ identityProvider: text, userId: text })).catch([]),
})

/** The aliases that Keycloak proposes. Microsoft is not among them: its ids there are not ours. */
const providers = {
  google: 'google',
  github: 'github',
  gitlab: 'gitlab',
  facebook: 'facebook',
  twitter: 'twitter',
  apple: 'apple',
  'linkedin-openid-connect': 'linkedin',
}

/** Roles that every user of a realm has. */
const everybodys = /^(offline_access|uma_authorization|default-roles-.+)$/

const password = z.object({ value: z.string().min(1), salt: z.string() })
const costs = z.object({
  algorithm: z.string(),
  hashIterations: z.coerce.number().int(),
  additionalParameters: z.record(z.string(), z.array(z.string())).catch({}),
})

/** The digests of PBKDF2, as Keycloak names them. */
const pbkdf2 = { pbkdf2: 'sha1', 'pbkdf2-sha1': 'sha1', 'pbkdf2-sha256': 'sha256', 'pbkdf2-sha512': 'sha512' } as const

/** The hash of a credential as text, or a text that is none when its algorithm is unknown. */
const hashOf = ({ secretData, credentialData }: Credential): string => {
  const secret = password.safeParse(secretData)
  const made = costs.safeParse(credentialData)
  if (!secret.success || !made.success) return 'unreadable'
  const { value, salt } = secret.data
  const { algorithm, hashIterations, additionalParameters } = made.data
  const bare = (base64: string) => base64.replaceAll('=', '')
  if (algorithm === 'argon2') {
    const [type, memory, lanes, version] = ['type', 'memory', 'parallelism', 'version'].map(
      name => additionalParameters[name]?.[0] ?? '',
    )
    if (version !== '1.3') return `argon2 ${version}`
    return `$argon2${type}$v=19$m=${memory},t=${hashIterations},p=${lanes}$${bare(salt)}$${bare(value)}`
  }
  const digest = Object.hasOwn(pbkdf2, algorithm) ? pbkdf2[algorithm as keyof typeof pbkdf2] : algorithm
  return `$pbkdf2-${digest}$i=${hashIterations}$${bare(salt)}$${bare(value)}`
}

const otp = z.object({
  subType: z.string(),
  digits: z.number(),
  period: z.number(),
  algorithm: z.string(),
  secretEncoding: z.string().nullish(),
})

/** The secret of an authenticator app in base32; null when its codes are of another kind than ours. */
const authenticatorOf = ({ secretData, credentialData }: Credential): string | null => {
  const made = otp.safeParse(credentialData)
  const secret = text.parse(secretData.value)
  if (!made.success || secret === '') return null
  const { subType, digits, period, algorithm, secretEncoding } = made.data
  if (subType !== 'totp' || digits !== 6 || period !== 30 || algorithm !== 'HmacSHA1') return null
  return secretEncoding === 'BASE32' ? secret : base32.encode(Buffer.from(secret)).replaceAll('=', '')
}

/** Keycloak: a realm exported with its users, in one file or in several (`realm-users-0.json`). */
export const keycloak: OpenFormat = () => ({
  counts: 'user',
  read: readJsonMembers(['$.users.*', '$.*.users.*']),
  toUser: value => {
    const user = exported.parse(value)
    if (!user.enabled) throw new NotTaken('is disabled there')
    if (user.serviceAccountClientId) throw new NotTaken('is a service account')
    const ofType = (type: string) => user.credentials.filter(each => each.type === type)
    const [secret] = ofType('password')
    const apps = ofType('otp').map(authenticatorOf)
    const [authenticator = null] = apps
    const others = user.credentials.filter(({ type }) => type !== 'password' && type !== 'otp')
    const { links, left } = linksOf(
      user.federatedIdentities.map(({ identityProvider: provider, userId: subject }) => ({ provider, subject })),
      providers,
    )
    return foreignUser({
      id: user.id ?? (user.username === '' ? null : user.username),
      emails: user.email === '' ? [] : [{ address: user.email, verified: user.emailVerified }],
      name: { first: user.firstName, middle: '', last: user.lastName },
      passwordHash: secret === undefined ? null : hashOf(secret),
      roles: user.realmRoles.filter(role => !everybodys.test(role)),
      trustedMetadata: user.attributes,
      createdAt: readTime(user.createdTimestamp),
      links,
      authenticator,
      left: [
        ...left,
        ...unreadFields(value, exported),
        ...leftIf(user.username.toLowerCase() !== user.email.toLowerCase(), 'a user name'),
        ...leftIf(apps.length > 1 || apps.includes(null), 'an authenticator app of another kind, or a further one'),
        ...others.map(({ type }) => `a credential of the kind ${type.slice(0, 40)}`),
      ],
    })
  },
})
