import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { projectConfig } from '../projects/index.ts'
import { stage } from './testing/index.ts'

// Lifetimes of codes, tokens and grants without revocation.

const minute = 60_000
const day = 24 * 60 * minute
const apis = [{ resource: 'https://api.example.org/', scopes: ['read'], format: 'jwt', forAnyApp: true }]

const open = async (given: object = {}) => {
  const on = await stage()
  await on.configure({ openid: projectConfig.parse({ openid: given }).openid })
  return on
}

test('an access token has the project’s lifetime and an ID token an hour', async () => {
  const { redeem, newCode, isActive, clock } = await open({ accessTokenMinutes: 7 })
  const { json } = await redeem(await newCode())
  expect(Number(json.expires_in)).toBe(7 * 60)
  const { exp = 0, iat = 0 } = decodeJwt(json.id_token ?? '')
  expect(exp - iat).toBe(60 * 60)
  clock.now += 7 * minute - 5_000
  expect(await isActive(json.access_token)).toBe(true)
  clock.now += 10_000
  expect(await isActive(json.access_token)).toBe(false)
})

test.each([
  [2, 2 * 60],
  [60, 5 * 60],
])('with access tokens of %i minutes, a JWT access token lives %i seconds', async (accessTokenMinutes, seconds) => {
  const { redeem, newCode, addClient } = await open({ accessTokenMinutes, resources: apis })
  const app = await addClient({ scopes: ['openid', 'read'] })
  const resource = apis[0]?.resource ?? ''
  const { json } = await redeem(await newCode({ scope: 'openid read', resource }, app), {}, app)
  expect(Number(json.expires_in)).toBe(seconds)
  const { exp = 0, iat = 0 } = decodeJwt(json.access_token ?? '')
  expect(exp - iat).toBe(seconds)
})

test('an opaque API token has the usual lifetime', async () => {
  const resources = apis.map(api => ({ ...api, format: 'opaque' }))
  const { redeem, newCode, addClient } = await open({ accessTokenMinutes: 60, resources })
  const app = await addClient({ scopes: ['openid', 'read'] })
  const resource = resources[0]?.resource ?? ''
  const { json } = await redeem(await newCode({ scope: 'openid read', resource }, app), {}, app)
  expect(Number(json.expires_in)).toBe(60 * 60)
})

test('a machine’s token has the usual lifetime', async () => {
  const { post, addClient } = await open({ clientCredentials: true, accessTokenMinutes: 7 })
  const machine = await addClient({ redirectUrls: [], clientCredentials: true })
  const { json } = await post('token', { grant_type: 'client_credentials' }, machine)
  expect(Number(json.expires_in)).toBe(7 * 60)
})

test('an unused refresh token expires after the project’s number of days', async () => {
  const { redeem, newCode, refresh, clock } = await open({ refreshTokenDays: 3 })
  const [used, unused] = [await redeem(await newCode()), await redeem(await newCode())]
  clock.now += 2 * day
  const renewed = await refresh(used.json.refresh_token)
  expect(renewed.status).toBe(200)
  clock.now += day + minute
  expect((await refresh(unused.json.refresh_token)).json.error).toBe('invalid_grant')
  expect((await refresh(renewed.json.refresh_token)).status).toBe(200)
})

test('an authorization ends after a year regardless of refreshes', async () => {
  const { redeem, newCode, db, clock } = await open()
  await redeem(await newCode())
  const grant = await db.selectFrom('openid_records').selectAll().where('kind', '=', 'Grant').executeTakeFirstOrThrow()
  expect(Math.abs(grant.expires_at - clock.now - 365 * day)).toBeLessThan(5_000)
})

test('a previewed authorization request stores nothing', async () => {
  const { start, count } = await open()
  expect((await start({})).data.consent_required).toBe(true)
  expect([await count('openid_records'), await count('openid_requests')]).toEqual([0, 1])
})

test('a request shown to the user can be answered for half an hour', async () => {
  const { start, asked, sdk, signIn, userId, clock } = await open()
  const { session_token: session } = await signIn(userId, undefined, 600)
  const { scope = '', ...body } = Object.fromEntries(asked().searchParams)
  const answer = async () =>
    sdk(
      'POST',
      '/idp/oauth/authorize/submit',
      { ...body, scopes: scope.split(' '), consent_granted: true },
      { session },
    )
  await start({}, session)
  clock.now += 30 * minute
  expect((await answer()).json.error_type).toBe('idp_authorization_not_started')
  await start({}, session)
  clock.now += 30 * minute - 1
  expect((await answer()).status).toBe(200)
})

test('a user asked to sign in has half an hour, however often the request is viewed', async () => {
  const { start, signIn, userId, clock } = await open()
  const again = { prompt: 'login' }
  const { session_token: old } = await signIn(userId, undefined, 600)
  const logIn = async () => (await signIn(userId, undefined, 600)).session_token
  clock.now += minute
  await start(again, old)
  clock.now += 30 * minute
  // Too late: this counts as the first time.
  expect((await start(again, await logIn())).json.error_type).toBe('stale_factors')
  clock.now += 29 * minute
  expect((await start(again, old)).json.error_type).toBe('stale_factors')
  clock.now += minute - 1
  expect((await start(again, await logIn())).status).toBe(200)
})
