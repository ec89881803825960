import { isInstalled, notInstalled } from './rivals.ts'

export const betterAuthVersion = '1.6.0'

export const isBetterAuthHere = isInstalled('better-auth')
export const noBetterAuth = notInstalled('Better Auth')

/** A way of setting Better Auth up that its manual describes. */
export type Setting = {
  name: string
  /** `session.cookieCache`, for five minutes. */
  cookieCache?: true
  /** `secondaryStorage` in Redis. */
  redis?: true
  /** The `jwt` plugin: `get-session` answers with a JWT in `set-auth-jwt`. */
  jwt?: true
}

export const settings = [
  { name: 'as it comes' },
  { name: 'with its cookie cache', cookieCache: true },
  { name: 'with its secondary storage in Redis', redis: true },
  { name: 'with its jwt plugin', jwt: true },
  { name: 'with its jwt plugin and cookie cache', jwt: true, cookieCache: true },
  { name: 'with its jwt plugin and secondary storage in Redis', jwt: true, redis: true },
] as const satisfies readonly Setting[]
