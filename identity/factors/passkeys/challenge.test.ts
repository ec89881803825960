import { expect, test } from 'vitest'
import type { Asking } from '../../accounts/sessions/index.ts'
import { issueChallenge, requireChallenge } from './challenge.ts'
import { domain, enter, open, origin } from './testing/index.ts'

const other = 'http://localhost:5002'
const refused = { type: 'unable_to_auth_webauthn_registration' }

/** A challenge for a sign-in, for a browser or a session, and the answer to it. */
const asked = async ({ inSession = false, from = origin }: { inSession?: boolean; from?: string | null } = {}) => {
  const provider = await open()
  await provider.configure({ allowedOrigins: [origin, other] })
  const { session: token } = await enter(provider)
  const project = await provider.project()
  const { now } = provider.clock
  const session = inSession ? await provider.core.sessions.find(project, token, now) : null
  const request = { id: 'test', now, address: '192.0.2.1', userAgent: 'Firefox', origin: from }
  const asking: Asking = { project, session, request }
  const value = await issueChallenge(provider.db, 'passkey_sign_in', { ...asking, domain })
  const right = { type: 'webauthn.get', challenge: value, origin }
  const answer = (said: object = {}, facts: Partial<Asking['request']> = {}) => {
    const clientData = Buffer.from(JSON.stringify({ ...right, ...said })).toString('base64url')
    return requireChallenge(
      provider.db,
      'passkey_sign_in',
      { ...asking, request: { ...request, ...facts } },
      clientData,
    )
  }
  return { provider, asking, value, answer, now }
}

test.each([
  [false, origin],
  [false, null],
  [true, origin],
  [true, null],
])('a challenge is accepted as issued: with a session %j, from %j', async (inSession, from) => {
  const { answer, value, now } = await asked({ inSession, from })
  expect(await answer()).toEqual({
    value,
    hash: expect.any(String),
    domain,
    at: now,
    registration: null,
    isOfSession: inSession,
  })
})

test.each([
  ['of the other ceremony', { type: 'webauthn.create' }],
  ['in a frame', { crossOrigin: true }],
  ['on a page that the project does not allow', { origin: 'https://evil.example' }],
  ['on another page than the request', { origin: other }],
])('a response %s is rejected', async (_, said) => {
  for (const inSession of [false, true]) {
    const { answer } = await asked({ inSession })
    await expect(answer(said)).rejects.toMatchObject(refused)
  }
})

test('a response from a disallowed origin is rejected even if the challenge was issued there', async () => {
  const { answer } = await asked({ inSession: true })
  const evil = { origin: 'https://evil.example' }
  await expect(answer(evil, evil)).rejects.toMatchObject(refused)
})

test('a response from another page or browser than the challenge is rejected, except within a session', async () => {
  const browser = await asked()
  await expect(browser.answer({ origin: other }, { origin: other })).rejects.toMatchObject(refused)
  await expect(browser.answer({}, { userAgent: 'Safari' })).rejects.toMatchObject(refused)
  const { answer, value } = await asked({ inSession: true })
  expect(await answer({ origin: other }, { origin: other, userAgent: 'Safari' })).toMatchObject({ value })
})

test('unparsable client data is rejected', async () => {
  const { provider, asking } = await asked()
  await expect(requireChallenge(provider.db, 'passkey_sign_in', asking, 'e')).rejects.toMatchObject(refused)
})
