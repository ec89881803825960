import { callerHeader, createReadCaller, createSignCall } from '@corroborate/server-kit/known-caller'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createOutsideService } from '../../../../kit/outside/index.ts'
import { type ScriptedService, startScriptedService } from '../../../../testing/index.ts'
import { sessionMinutes } from '../../session-minutes.ts'
import { createIdentityProvider, type IdentityProvider } from './create-identity-provider.ts'

const secret = 'a secret that both servers know, of enough characters'
const client = { address: '192.0.2.1', userAgent: 'A browser' }
const token = 'T'.repeat(43)

const user = {
  user_id: 'user-test-1',
  created_at: '2026-11-22T12:00:00Z',
  updated_at: '2026-11-22T12:00:00Z',
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  emails: [{ email: 'ada@example.org', verified: true }],
  roles: ['stytch_user'],
}
const session = { session_id: 'session-test-1', expires_at: '2026-11-22T13:00:00Z' }
const signedIn = { session_token: 'new', session_jwt: 'a.b.c', session, user }
const found = {
  kind: 'found',
  session: {
    token: 'new',
    jwt: 'a.b.c',
    sessionId: 'session-test-1',
    expiresAt: Date.UTC(2026, 10, 22, 13),
    owesSecondFactor: false,
    impersonator: null,
    user: { ...user, phone_numbers: [] },
  },
}
const refusal = (status_code: number, error_type: string) => ({ status_code, error_type, error_message: 'No.' })
const somethingElse = { kind: 'unavailable', reason: 'Unexpected response from the identity provider' }

let said: { status: number; body: unknown }
let service: ScriptedService
let provider: IdentityProvider
beforeAll(async () => {
  service = await startScriptedService(() => said)
  provider = createIdentityProvider({
    origin: service.url,
    publicToken: 'public-token-test-1',
    service: createOutsideService({ name: 'The identity provider', userAgent: 'test', failurePause: 0, now: Date.now }),
    signCall: createSignCall([secret], Date.now),
  })
})
afterAll(() => service.close())

type Ask = (provider: IdentityProvider) => Promise<unknown>
const authenticate: Ask = to => to.authenticate(token, client)
const revoke: Ask = to => to.revoke(token, client)
const spend: Ask = to => to.spendLink({ token: 'L', verifier: null }, client)
const setPassword: Ask = to => to.setPassword({ token: 'L', password: 'p' }, client)
const proveSecond: Ask = to => to.proveSecondFactor({ token, code: '123 456' }, client)
const look: Ask = to => to.lookAtLink('L', client)
const copy: Ask = to => to.exportAccount(token, client)
const mail = { email: 'ada@example.org', landing: 'http://localhost/authenticate' }
const confirm: Ask = to => to.sendConfirmation(mail, client)
const send: Ask = to => to.sendLink({ ...mail, challenge: null }, client)

describe('provider responses', () => {
  const good = (data: object) => ({ status: 200, body: { data } })
  const refused = (errorType: string) => ({ status: 401, body: refusal(401, errorType) })
  const busy = { status: 429, body: refusal(429, 'too_many_requests') }
  const refusedBusy = { kind: 'refused', errorType: 'too_many_requests', status: 429, message: 'No.' }
  const answered = (status: number) => ({
    kind: 'unavailable',
    reason: `The identity provider answered ${status}`,
  })
  const unavailableBusy = {
    kind: 'unavailable',
    reason: 'The identity provider rejected the request: too_many_requests',
  }

  test.each<[string, Ask, { status: number; body: unknown }, object]>([
    ['of a good session', authenticate, good(signedIn), found],
    [
      'of one, keeping its token and JWT to itself',
      authenticate,
      good({ ...signedIn, session_token: '', session_jwt: '' }),
      { ...found, session: { ...found.session, token, jwt: null } },
    ],
    [
      'of one without an id',
      authenticate,
      good({ ...signedIn, session: { ...session, session_id: '' } }),
      somethingElse,
    ],
    ['of one of nobody', authenticate, good({ ...signedIn, user: { ...user, user_id: '' } }), somethingElse],
    ['of one without an end', authenticate, good({ ...signedIn, session: { session_id: 's' } }), somethingElse],
    [
      'of one that owes the second factor',
      authenticate,
      good({ ...signedIn, session: { ...session, custom_claims: { second_factor: 'owed' } } }),
      { ...found, session: { ...found.session, owesSecondFactor: true } },
    ],
    [
      'of one on a remembered device',
      authenticate,
      good({ ...signedIn, session: { ...session, custom_claims: { second_factor: 'remembered' } } }),
      found,
    ],
    ['of a second factor', proveSecond, good(signedIn), found],
    ['of a second factor, asked too often', proveSecond, busy, refusedBusy],
    ['of one that has ended', authenticate, refused('session_not_found'), { kind: 'not-found' }],
    ['when it is asked too often', authenticate, busy, unavailableBusy],
    ['when it is broken', authenticate, { status: 502, body: 'x' }, answered(502)],
    ['when it answers with less than a refusal', authenticate, { status: 404, body: {} }, answered(404)],
    ['when it sends us elsewhere', authenticate, { status: 300, body: { data: signedIn } }, answered(300)],
    ['to the end of a session', revoke, good({}), { kind: 'done' }],
    ['to the end of one that has ended', revoke, refused('session_not_found'), { kind: 'done' }],
    ['to the end of a session, asked too often', revoke, busy, unavailableBusy],
    ['of a link that is spent', spend, good(signedIn), found],
    [
      'of one that does not work',
      spend,
      refused('unable_to_auth_magic_link'),
      { kind: 'refused', errorType: 'unable_to_auth_magic_link', status: 401, message: 'No.' },
    ],
    ['of a link that is spent, in other words', spend, good({}), somethingElse],
    ['of a new password', setPassword, good(signedIn), found],
    ['of a new password, asked too often', setPassword, busy, refusedBusy],
    [
      'of a link that is looked at',
      look,
      good({ user_id: 'u', email_address: 'a@b.c', email_verified: true }),
      { kind: 'found', userId: 'u', email: 'a@b.c', isProved: true },
    ],
    ['of a link for nobody', look, good({ user_id: '', email_address: 'a@b.c', email_verified: true }), somethingElse],
    ['of a link to nowhere', look, good({ user_id: 'u', email_address: '', email_verified: true }), somethingElse],
    ['of a link, asked too often', look, busy, refusedBusy],
    ['of an account', copy, good({ account: { user: 1 } }), { kind: 'found', account: { user: 1 } }],
    ['of an account, in other words', copy, good({ account: 'x' }), somethingElse],
    ['of an account, asked too often', copy, busy, refusedBusy],
    ['of a mail that confirms', confirm, good({}), { kind: 'sent' }],
    ['of a mail that confirms, asked too often', confirm, busy, refusedBusy],
    ['of a mailed link', send, good({ link_id: 'id' }), { kind: 'sent', linkId: 'id' }],
    ['of a mailed link that it cannot name', send, good({ link_id: '' }), somethingElse],
    ['of a mailed link, asked too often', send, busy, refusedBusy],
  ])('%s is parsed', async (_, ask, answer, expected) => {
    said = answer
    expect(await ask(provider)).toEqual(expected)
  })
})

test('a response that is not JSON is unavailable', async () => {
  service.behave('garbage')
  onTestFinished(() => service.behave('answer'))
  for (const ask of [authenticate, spend, look]) expect(await ask(provider)).toEqual(somethingElse)
})

describe('provider requests', () => {
  /** Returns the request sent for an action. */
  const sentFor = async (ask: Ask) => {
    const sent: unknown[][] = []
    const send = async (...call: unknown[]) => {
      sent.push(call)
      return { kind: 'unavailable', reason: 'It is away.' }
    }
    const answer = await ask(
      createIdentityProvider({
        origin: 'https://identity.example',
        publicToken: 'public-token-test-1',
        service: { send: send as never },
        signCall: ({ address, method, path }) => `${address} ${method} ${path}`,
      }),
    )
    expect(answer).toEqual({ kind: 'unavailable', reason: 'It is away.' })
    const [[url, { headers, ...request }, patience]] = sent as [[URL, { headers: Record<string, string> }, number]]
    return { url: url.href, request, patience, caller: headers[callerHeader], userAgent: headers['user-agent'] }
  }
  const once = { again: false, patience: 8_000 }
  const again = { again: true, patience: 1_500 }

  test.each<[string, Ask, string, typeof once, unknown?]>([
    ['for a session', authenticate, 'POST /sdk/v1/sessions/authenticate', again, {}],
    ['to end one', revoke, 'POST /sdk/v1/sessions/revoke', again],
    ['for an account', copy, 'GET /sdk/v1/account/export', once],
    ['to look at a link', look, 'POST /sdk/v1/magic_links/look', again, { token: 'L' }],
    [
      'to spend a link',
      spend,
      'POST /sdk/v1/magic_links/authenticate',
      once,
      { token: 'L', session_duration_minutes: sessionMinutes },
    ],
    [
      'to spend a link with its verifier',
      to => to.spendLink({ token: 'L', verifier: 'V' }, client),
      'POST /sdk/v1/magic_links/authenticate',
      once,
      { token: 'L', session_duration_minutes: sessionMinutes, code_verifier: 'V' },
    ],
    [
      'for a new password',
      setPassword,
      'POST /sdk/v1/passwords/email/reset',
      once,
      { token: 'L', password: 'p', session_duration_minutes: sessionMinutes },
    ],
    [
      'for a mail that confirms',
      confirm,
      'POST /sdk/v1/passwords/email/reset/start',
      once,
      { email: mail.email, login_redirect_url: mail.landing, reset_password_redirect_url: mail.landing },
    ],
    [
      'for a mailed link',
      send,
      'POST /sdk/v1/magic_links/email/login_or_create',
      once,
      { email: mail.email, login_magic_link_url: mail.landing, signup_magic_link_url: mail.landing },
    ],
    [
      'for a mailed link with a challenge',
      to => to.sendLink({ ...mail, challenge: 'C' }, client),
      'POST /sdk/v1/magic_links/email/login_or_create',
      once,
      {
        email: mail.email,
        login_magic_link_url: mail.landing,
        signup_magic_link_url: mail.landing,
        code_challenge: 'C',
      },
    ],
  ])(
    '%s the request has its payload and client address, and is retried only if safe',
    async (_, ask, call, { again, patience }, body) => {
      const [method = '', path] = call.split(' ')
      expect(await sentFor(ask)).toEqual({
        url: `https://identity.example${path}`,
        request: { method, again, ...(body !== undefined && { body: JSON.stringify(body) }) },
        patience,
        caller: `${client.address} ${call}`,
        userAgent: client.userAgent,
      })
    },
  )
})

test('requests carry the project, the session and the client address', async () => {
  said = { status: 200, body: { data: signedIn } }
  const readCaller = createReadCaller([secret], Date.now)
  await provider.authenticate(token, client)
  await provider.revoke(token)
  const [asked, revoked] = service.requests.slice(-2)
  const path = asked?.target ?? ''
  expect(readCaller(String(asked?.headers[callerHeader.toLowerCase()]), { method: 'POST', path })).toBe(client.address)
  expect(asked?.headers).toMatchObject({ 'user-agent': client.userAgent, accept: 'application/json' })
  // Deferred requests are made in the site's own name.
  expect(revoked?.headers[callerHeader.toLowerCase()]).toBeUndefined()
  expect(revoked?.headers.authorization).toBe(asked?.headers.authorization)
})
