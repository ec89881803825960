import { generateKeyPairSync, sign } from 'node:crypto'
import { secondFactorClaim } from '@corroborate/wire/second-factor'
import { sessionClaim } from '@corroborate/wire/session-jwt'

export const project = 'project-test-1'

export type AuthenticatorApp = { code: string; recoveryCode: string }
export type StandInUser = {
  id: string
  email: string
  /** True if the address is verified. */
  proved: boolean
  /** A proved number. */
  phone: string | null
  firstName: string
  lastName: string
  roles: string[]
  /** An authenticator app, by the one code that it shows, and a recovery code. */
  app: AuthenticatorApp | null
}
export type StandInSession = {
  id: string
  token: string
  user: StandInUser
  expiresAt: number
  hasProvedSecond: boolean
  /** Operator impersonating the user. */
  impersonator: string | null
}
/** A magic link: `challenge` is the requesting browser's. */
export type Link = { user: StandInUser; challenge: string | null; used: boolean }

/** Every stand-in signs with it: an RSA key takes longer to make than most tests to run. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

/** The key that sessions are verified with, as the provider publishes it. */
export const publishedKey = () => ({ ...publicKey.export({ format: 'jwk' }), kid: 'jwk-1', alg: 'RS256', use: 'sig' })

/** Users, sessions and magic links of the fake provider. */
export const createAccounts = (clock: { now: number }) => {
  const users = new Map<string, StandInUser>()
  const sessions = new Map<string, StandInSession>()
  const links = new Map<string, Link>()
  let made = 0

  const newToken = (): string => {
    made += 1
    return String(made).padStart(43, 'T')
  }

  const addUser = (email: string, more: Partial<StandInUser> = {}): StandInUser => {
    const user = {
      id: `user-test-${email}`,
      email,
      proved: true,
      phone: null,
      firstName: '',
      lastName: '',
      roles: ['stytch_user'],
      app: null,
      ...more,
    }
    users.set(email, user)
    return user
  }

  const signIn = (user: StandInUser, minutes = 60, impersonator: string | null = null): StandInSession => {
    const token = newToken()
    const id = `session-test-${token}`
    const session = { id, token, user, expiresAt: clock.now + minutes * 60_000, hasProvedSecond: false, impersonator }
    sessions.set(token, session)
    return session
  }

  /** A second factor was proved: the session goes on under another token. */
  const proveSecond = (session: StandInSession): StandInSession => {
    sessions.delete(session.token)
    const proved = { ...session, token: newToken(), hasProvedSecond: true }
    sessions.set(proved.token, proved)
    return proved
  }

  /** The session of a token, if it has not ended. */
  const liveSession = (token: string | null): StandInSession | null => {
    const session = sessions.get(token ?? '')
    return session !== undefined && session.expiresAt > clock.now ? session : null
  }

  /** Makes a link for a user. @returns its token */
  const addLink = (user: StandInUser, challenge: string | null = null): string => {
    const token = newToken()
    links.set(token, { user, challenge, used: false })
    return token
  }

  /** A link that was not used yet. */
  const unusedLink = (token: string): Link | null => {
    const link = links.get(token)
    return link === undefined || link.used ? null : link
  }

  return { clock, users, sessions, addUser, signIn, proveSecond, liveSession, addLink, unusedLink }
}

export type Accounts = ReturnType<typeof createAccounts>

/** Returns a session's claims about its user's second factor, as the provider does. */
export const customClaims = ({ user, hasProvedSecond }: StandInSession): Record<string, unknown> =>
  user.app === null ? {} : { [secondFactorClaim]: hasProvedSecond ? 'proved' : 'owed' }

/** The factors of a session, as far as the site reads them. */
export const factorsOf = ({ impersonator }: StandInSession): object[] =>
  impersonator === null
    ? []
    : [
        {
          type: 'impersonated',
          delivery_method: 'impersonation',
          impersonated_factor: {
            impersonator_id: `operator:${impersonator}`,
            impersonator_email_address: impersonator,
          },
        },
      ]

/** A session as a signed token. `issuer`: the origin of the stand-in; `now` in epoch ms. */
export const sessionJwt = (session: StandInSession, issuer: string, now: number): string => {
  const { id, user, expiresAt } = session
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const at = Math.floor(now / 1_000)
  const exp = Math.floor(Math.min(now + 5 * 60_000, expiresAt) / 1_000)
  const claims = { iss: issuer, aud: [project], sub: user.id, iat: at, nbf: at, exp }
  const body = encode({
    ...claims,
    ...customClaims(session),
    [sessionClaim]: { id, roles: user.roles, authentication_factors: factorsOf(session) },
  })
  const input = `${encode({ alg: 'RS256', kid: 'jwk-1', typ: 'JWT' })}.${body}`
  return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
}
