import { callerHeader, createReadCaller, createSignCall } from '@corroborate/server-kit/known-caller'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutsideService } from '../../outside/index.ts'
import { type ScriptedService, startScriptedService } from '../../testing/index.ts'
import { createIdentityProvider, type IdentityProvider } from './provider.ts'

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
    user: { ...user, phone_numbers: [] },
  },
}
const refusal = (status_code: number, error_type: string) => ({ status_code, error_type, error_message: 'No.' })
const somethingElse = { kind: 'unavailable', reason: 'The identity provider answered something else' }

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
const look: Ask = to => to.lookAtLink('L', client)
const copy: Ask = to => to.exportAccount(token, client)
const mail = { email: 'ada@example.org', landing: 'http://localhost/authenticate' }
const confirm: Ask = to => to.sendConfirmation(mail, client)
const send: Ask = to => to.sendLink({ ...mail, challenge: null }, client)

describe('what the provider says', () => {
  const good = (data: object) => ({ status: 200, body: { data } })
  const refused = (errorType: string) => ({ status: 401, body: refusal(401, errorType) })
  const busy = { status: 429, body: refusal(429, 'too_many_requests') }
  const refusedBusy = { kind: 'refused', errorType: 'too_many_requests', status: 429, message: 'No.' }
  const unavailableBusy = { kind: 'unavailable', reason: 'The identity provider refused: too_many_requests' }

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
    ['of one that has ended', authenticate, refused('session_not_found'), { kind: 'not-found' }],
    ['when it is asked too often', authenticate, busy, unavailableBusy],
    ['when it is broken', authenticate, { status: 502, body: 'x' }, expect.objectContaining({ kind: 'unavailable' })],
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
  ])('%s is understood', async (_, ask, answer, expected) => {
    said = answer
    expect(await ask(provider)).toEqual(expected)
  })
})

test('the provider hears which project asks, with which session, and for whom', async () => {
  said = { status: 200, body: { data: signedIn } }
  const readCaller = createReadCaller([secret], Date.now)
  await provider.authenticate(token, client)
  await provider.revoke(token)
  const [asked, revoked] = service.requests.slice(-2)
  const path = asked?.target ?? ''
  expect(readCaller(String(asked?.headers[callerHeader.toLowerCase()]), { method: 'POST', path })).toBe(client.address)
  expect(asked?.headers).toMatchObject({ 'user-agent': client.userAgent, accept: 'application/json' })
  // What the site asks for later, it asks for itself.
  expect(revoked?.headers[callerHeader.toLowerCase()]).toBeUndefined()
  expect(revoked?.headers.authorization).toBe(asked?.headers.authorization)
})
