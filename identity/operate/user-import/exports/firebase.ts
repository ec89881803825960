import { UsageError } from '@corroborate/server-kit/command-line'
import { z } from 'zod'
import { foreignUser, NotTaken } from '../foreign-user.ts'
import { readJsonMembers } from '../read-rows.ts'
import type { OpenFormat } from './export-format.ts'
import { flag, jsonColumn, leftIf, linksOf, nameOf, readTime, text, unreadFields } from './parts.ts'

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
