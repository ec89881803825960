import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { callerHeader, createReadCaller } from '@corroborate/server-kit/known-caller'
import { parseAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { errorBody, successBody } from '@corroborate/wire/envelope'
import type { ErrorType } from '@corroborate/wire/errors'
import { linkIdText } from '@corroborate/wire/landing'
import { jwksPath, sessionClaim } from '@corroborate/wire/session-jwt'
import { callerSecret } from '../app-under-test.ts'

type StandInUser = {
  id: string
  email: string
  /** Whether the address was proved. */
  proved: boolean
  /** A proved number. */
  phone: string | null
  firstName: string
  lastName: string
  roles: string[]
}
type StandInSession = { id: string; token: string; user: StandInUser; expiresAt: number }
type Link = { user: StandInUser; challenge: string | null; used: boolean }

const linkIdOf = (token: string): string => createHash('sha256').update(linkIdText(token)).digest('base64url')

const project = 'project-test-1'

/** Every stand-in signs with it: an RSA key takes longer to make than most tests to run. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

/**
 * How the provider behaves: `answer`; `hang`, which never does; a status with no more to say; or a refusal of everything, or of
 * what is asked `at` one path.
 */
type Behaviour = 'answer' | 'hang' | { status: number } | { refusal: ErrorType; at?: string }

export type StandInProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/**
 * A server that speaks the part of the identity provider's contract that the site's server uses, and fails like one. Its
 * clock is `clock.now`.
 */
export const startIdentityProvider = async ({ requirePkce = false }: { requirePkce?: boolean } = {}) => {
  const clock = { now: Date.now() }
  const requests: { path: string; token: string | null; caller: string | null; body: string }[] = []
  const sessions = new Map<string, StandInSession>()
  const links = new Map<string, Link>()
  const mails: { email: string; landing: string; token: string }[] = []
  let behaviour: Behaviour = 'answer'
  let made = 0
  const readCaller = createReadCaller([callerSecret], () => clock.now)

  const newToken = (): string => {
    made += 1
    return String(made).padStart(43, 'T')
  }
  const members = new Map<string, StandInUser>()
  const addUser = (email: string, more: Partial<StandInUser> = {}): StandInUser => {
    const user = {
      id: `user-test-${email}`,
      email,
      proved: true,
      phone: null,
      firstName: '',
      lastName: '',
      roles: ['stytch_user'],
      ...more,
    }
    members.set(email, user)
    return user
  }
  const signIn = (user: StandInUser, minutes = 60): StandInSession => {
    const token = newToken()
    const session = { id: `session-test-${token}`, token, user, expiresAt: clock.now + minutes * 60_000 }
    sessions.set(token, session)
    return session
  }

  const jwtOf = ({ id, user, expiresAt }: StandInSession): string => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const at = Math.floor(clock.now / 1_000)
    const exp = Math.floor(Math.min(clock.now + 5 * 60_000, expiresAt) / 1_000)
    const claims = { iss: origin, aud: [project], sub: user.id, iat: at, nbf: at, exp }
    const body = encode({ ...claims, [sessionClaim]: { id, roles: user.roles, authentication_factors: [] } })
    const input = `${encode({ alg: 'RS256', kid: 'jwk-1', typ: 'JWT' })}.${body}`
    return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
  }

  const signedIn = (session: StandInSession): object => {
    const { user } = session
    const userObject = {
      user_id: user.id,
      created_at: new Date(clock.now).toISOString(),
      updated_at: new Date(clock.now).toISOString(),
      name: { first_name: user.firstName, middle_name: '', last_name: user.lastName },
      emails: [{ email_id: 'email-test-1', email: user.email, verified: user.proved }],
      phone_numbers:
        user.phone === null ? [] : [{ phone_id: 'phone-test-1', phone_number: user.phone, verified: true }],
      roles: user.roles,
    }
    return {
      user_id: user.id,
      user: userObject,
      session: { session_id: session.id, expires_at: new Date(session.expiresAt).toISOString() },
      session_token: session.token,
      session_jwt: jwtOf(session),
    }
  }

  const live = (token: string | null): StandInSession | null => {
    const session = sessions.get(token ?? '')
    return session !== undefined && session.expiresAt > clock.now ? session : null
  }

  const answers: Record<string, (body: Record<string, string>, token: string | null) => object | ErrorType> = {
    '/sessions/authenticate': (_, token) => {
      const session = live(token)
      return session === null ? 'session_not_found' : signedIn(session)
    },
    '/sessions/revoke': (_, token) => {
      const session = live(token)
      if (session === null) return 'session_not_found'
      sessions.delete(session.token)
      return {}
    },
    '/account/export': (_, token) => {
      const session = live(token)
      return session === null ? 'session_not_found' : { account: { user: { user_id: session.user.id } } }
    },
    '/magic_links/email/login_or_create': ({ email = '', login_magic_link_url = '', code_challenge }) => {
      if (requirePkce && code_challenge === undefined) return 'invalid_pkce_code_challenge'
      const token = newToken()
      links.set(token, { user: addUser(email), challenge: code_challenge ?? null, used: false })
      mails.push({ email, landing: login_magic_link_url, token })
      return { link_id: linkIdOf(token) }
    },
    '/passwords/email/reset/start': ({ email = '', reset_password_redirect_url = '' }) => {
      const token = newToken()
      links.set(token, { user: members.get(email) ?? addUser(email), challenge: null, used: false })
      mails.push({ email, landing: reset_password_redirect_url, token })
      return {}
    },
    '/magic_links/look': ({ token = '' }) => {
      const link = links.get(token)
      if (link === undefined || link.used) return 'unable_to_auth_magic_link'
      return { user_id: link.user.id, email_address: link.user.email, email_verified: link.user.proved }
    },
    '/passwords/email/reset': ({ token = '', password = '' }) => {
      const link = links.get(token)
      if (link === undefined || link.used) return 'unable_to_auth_password_reset_token'
      if (password.length < 12) return 'weak_password'
      link.used = true
      link.user.proved = true
      return signedIn(signIn(link.user))
    },
    '/magic_links/authenticate': ({ token = '', code_verifier }) => {
      const link = links.get(token)
      if (link === undefined || link.used) return 'unable_to_auth_magic_link'
      if (link.challenge === null && code_verifier !== undefined) return 'pkce_did_not_expect_code_verifier'
      if (link.challenge !== null && code_verifier === undefined) return 'pkce_expected_code_verifier'
      link.used = true
      return signedIn(signIn(link.user))
    },
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').replace(sdkPrefix, '')
    let text = ''
    for await (const chunk of request) text += chunk
    const token = parseAuthorization(request.headers.authorization)?.sessionToken ?? null
    const signed = String(request.headers[callerHeader.toLowerCase()])
    const caller = readCaller(signed, { method: request.method ?? '', path: request.url ?? '' })
    requests.push({ path, token, caller, body: text })
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (behaviour === 'hang') return
    if (behaviour !== 'answer' && 'status' in behaviour) return void response.writeHead(behaviour.status).end()
    if (request.url === jwksPath(project)) {
      const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'jwk-1', alg: 'RS256', use: 'sig' }
      return void say(200, { keys: [jwk] })
    }
    const refused = behaviour !== 'answer' && (behaviour.at ?? path) === path ? behaviour.refusal : null
    const said = refused ?? answers[path]?.(text === '' ? {} : JSON.parse(text), token) ?? 'route_not_found'
    if (typeof said !== 'string') return void say(200, successBody(said, 'request-id-test-1'))
    const refusal = errorBody(said, { requestId: 'request-id-test-1', docsUrl: 'https://docs.example' })
    say(refusal.status_code, refusal)
  }

  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  return {
    origin,
    clock,
    requests,
    mails,
    sessions,
    addUser,
    signIn,
    jwtOf,
    /** How often a path was asked. */
    asked: (path: string): number => requests.filter(request => request.path === path).length,
    behave: (next: Behaviour): void => {
      behaviour = next
    },
    /** A link in a mail for a user. */
    mailLink: (user: StandInUser): string => {
      const token = newToken()
      links.set(token, { user, challenge: null, used: false })
      return token
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
