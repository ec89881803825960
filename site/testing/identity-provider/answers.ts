import { createHash } from 'node:crypto'
import type { ErrorType } from '@corroborate/wire/errors'
import { linkIdText } from '@corroborate/wire/landing'
import { type Accounts, type AuthenticatorApp, customClaims, factorsOf, type StandInSession } from './accounts.ts'

export type Mail = { email: string; landing: string; token: string }
/** Response of an endpoint: success fields, or an error type. */
type Answer = (body: Record<string, string>, token: string | null) => object | ErrorType

type AnswersOptions = {
  accounts: Accounts
  mails: Mail[]
  requirePkce: boolean
  jwtOf: (session: StandInSession) => string
}

/** Responses of each endpoint of the contract, by path. */
export const createAnswers = (options: AnswersOptions): Readonly<Record<string, Answer>> => ({
  ...sessionAnswers(options),
  ...secondFactorAnswers(options),
  ...mailAnswers(options),
  ...linkAnswers(options),
})

const sessionAnswers = ({ accounts, jwtOf }: AnswersOptions): Readonly<Record<string, Answer>> => ({
  '/sessions/authenticate': (_, token) => {
    const session = accounts.liveSession(token)
    return session === null ? 'session_not_found' : signedIn(session, accounts.clock.now, jwtOf)
  },
  '/sessions/revoke': (_, token) => {
    const session = accounts.liveSession(token)
    if (session === null) return 'session_not_found'
    accounts.sessions.delete(session.token)
    return {}
  },
  '/account/export': (_, token) => {
    const session = accounts.liveSession(token)
    return session === null ? 'session_not_found' : { account: { user: { user_id: session.user.id } } }
  },
})

const secondFactorAnswers = ({ accounts, jwtOf }: AnswersOptions): Readonly<Record<string, Answer>> => {
  const prove = (token: string | null, wrong: ErrorType, isRight: (app: AuthenticatorApp) => boolean) => {
    const session = accounts.liveSession(token)
    if (session === null) return 'session_not_found'
    const { app } = session.user
    if (app === null || !isRight(app)) return wrong
    return signedIn(accounts.proveSecond(session), accounts.clock.now, jwtOf)
  }
  return {
    '/totps/authenticate': ({ totp_code }, token) =>
      prove(token, 'unable_to_authenticate_totp', ({ code }) => code === totp_code),
    '/totps/recover': ({ recovery_code }, token) =>
      prove(token, 'unable_to_authenticate_recovery_code', ({ recoveryCode }) => recoveryCode === recovery_code),
  }
}

const mailAnswers = ({ accounts, mails, requirePkce }: AnswersOptions): Readonly<Record<string, Answer>> => ({
  '/magic_links/email/login_or_create': ({ email = '', login_magic_link_url: landing = '', code_challenge }) => {
    if (requirePkce && code_challenge === undefined) return 'invalid_pkce_code_challenge'
    const token = accounts.addLink(accounts.addUser(email), code_challenge ?? null)
    mails.push({ email, landing, token })
    return { link_id: linkIdOf(token) }
  },
  '/passwords/email/reset/start': ({ email = '', reset_password_redirect_url: landing = '' }) => {
    const token = accounts.addLink(accounts.users.get(email) ?? accounts.addUser(email))
    mails.push({ email, landing, token })
    return {}
  },
})

const linkIdOf = (token: string): string => createHash('sha256').update(linkIdText(token)).digest('base64url')

const linkAnswers = ({ accounts, jwtOf }: AnswersOptions): Readonly<Record<string, Answer>> => ({
  '/magic_links/look': ({ token = '' }) => {
    const link = accounts.unusedLink(token)
    if (link === null) return 'unable_to_auth_magic_link'
    return { user_id: link.user.id, email_address: link.user.email, email_verified: link.user.proved }
  },
  '/passwords/email/reset': ({ token = '', password = '' }) => {
    const link = accounts.unusedLink(token)
    if (link === null) return 'unable_to_auth_password_reset_token'
    if (password.length < 12) return 'weak_password'
    link.used = true
    link.user.proved = true
    return signedIn(accounts.signIn(link.user), accounts.clock.now, jwtOf)
  },
  '/magic_links/authenticate': ({ token = '', code_verifier }) => {
    const link = accounts.unusedLink(token)
    if (link === null) return 'unable_to_auth_magic_link'
    if (link.challenge === null && code_verifier !== undefined) return 'pkce_did_not_expect_code_verifier'
    if (link.challenge !== null && code_verifier === undefined) return 'pkce_expected_code_verifier'
    link.used = true
    return signedIn(accounts.signIn(link.user), accounts.clock.now, jwtOf)
  },
})

const signedIn = (session: StandInSession, now: number, jwtOf: AnswersOptions['jwtOf']): object => {
  const { user } = session
  return {
    user_id: user.id,
    user: {
      user_id: user.id,
      created_at: new Date(now).toISOString(),
      updated_at: new Date(now).toISOString(),
      name: { first_name: user.firstName, middle_name: '', last_name: user.lastName },
      emails: [{ email_id: 'email-test-1', email: user.email, verified: user.proved }],
      phone_numbers:
        user.phone === null ? [] : [{ phone_id: 'phone-test-1', phone_number: user.phone, verified: true }],
      roles: user.roles,
    },
    session: {
      session_id: session.id,
      expires_at: new Date(session.expiresAt).toISOString(),
      custom_claims: customClaims(session),
      authentication_factors: factorsOf(session),
    },
    session_token: session.token,
    session_jwt: jwtOf(session),
  }
}
