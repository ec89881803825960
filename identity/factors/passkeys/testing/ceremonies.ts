import { errorTypes } from '@corroborate/wire/errors'
import { expect } from 'vitest'
import { type Answered, identityUnderTest, nothingOnItsWay } from '../../../testing/index.ts'
import { createAuthenticator, type Lies } from './authenticator.ts'

export type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Authenticator = ReturnType<typeof createAuthenticator>

export const ada = 'ada@example.org'
export const domain = 'localhost'
export const origin = 'http://localhost:5000'
export const headers = {
  Origin: origin,
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0.0.0 Safari/537.36',
}
export const minutes = { session_duration_minutes: 60 }

export const refusal = (type: keyof typeof errorTypes) => ({
  status: errorTypes[type].status,
  json: expect.objectContaining({ error_type: type }),
})
export const notAccepted = refusal('unable_to_auth_webauthn_registration')

/** A provider for one test, with limits that the test does not reach. */
export const open = (settings: Record<string, string> = {}) => identityUnderTest({ LIMITS_SCALE: '1000', ...settings })

export type Options = { session?: string | null; headers?: Record<string, string> }
/** Calls a path of the passkeys as a page of `origin` does. */
export const post = ({ sdk }: Provider, path: string, body: object, options: Options = {}): Promise<Answered> =>
  sdk('POST', `/webauthn/${path}`, body, { ...options, headers: { ...headers, ...options.headers } })

/** A user with an address, signed in. */
export const enter = async (provider: Provider, email = ada, verified = true) => {
  const { userId, emailId } = await provider.addUser(email, { verified })
  return { userId, emailId, session: (await provider.signIn(userId)).session_token }
}

export const startRegistration = async (provider: Provider, session: string, body: object = {}): Promise<string> => {
  const asked = { domain, return_passkey_credential_options: true, ...body }
  const started = await post(provider, 'register/start', asked, { session })
  expect(started.status).toBe(200)
  return String(started.data.public_key_credential_creation_options)
}
export const register = (provider: Provider, session: string, public_key_credential: string, options: Options = {}) =>
  post(provider, 'register', { public_key_credential, ...minutes }, { session, ...options })

export const startSignIn = async (
  provider: Provider,
  session: string | null = null,
  body: object = {},
): Promise<string> => {
  const path = `authenticate/start/${session === null ? 'primary' : 'secondary'}`
  const started = await post(provider, path, { domain, return_passkey_credential_options: true, ...body }, { session })
  expect(started.status).toBe(200)
  return String(started.data.public_key_credential_request_options)
}
export const authenticate = (provider: Provider, public_key_credential: string, options: Options = {}) =>
  post(provider, 'authenticate', { public_key_credential, ...minutes }, options)

/** Creates a user with a passkey, the session that registered it, and the authenticator. */
export const withPasskey = async (provider: Provider, { email = ada, lies = {}, start = {} }: Setting = {}) => {
  const entered = await enter(provider, email)
  const authenticator = createAuthenticator(lies)
  const made = await register(
    provider,
    entered.session,
    authenticator.create(await startRegistration(provider, entered.session, start)),
  )
  expect(made.status).toBe(200)
  const id = String(made.data.webauthn_registration_id)
  return { ...entered, session: String(made.data.session_token), authenticator, id, made }
}
type Setting = { email?: string; lies?: Lies; start?: object }

export const signInBy = async (provider: Provider, authenticator: Authenticator, lies: Lies = {}) =>
  authenticate(provider, authenticator.get(await startSignIn(provider), lies))

/** Everything that a refused call must not change. */
export const stateOf = async ({ db }: Provider) => {
  await nothingOnItsWay(db)
  return JSON.stringify([
    await db.selectFrom('sessions').selectAll().orderBy('session_id').execute(),
    await db.selectFrom('passkeys').selectAll().orderBy('passkey_id').execute(),
    await db.selectFrom('single_use_secrets').selectAll().orderBy('secret_hash').execute(),
    await db.selectFrom('mailbox_messages').selectAll().execute(),
  ])
}
