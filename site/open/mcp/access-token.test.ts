import { expect, test } from 'vitest'
import { type Said, signToken, tokenKey } from './testing/token-provider.ts'
import { checkAccessToken } from './verify-token.ts'

const now = Date.UTC(2026, 10, 25)
const seconds = now / 1_000
const issuer = 'https://identity.example/v1/public/project-test-1'
const resource = 'https://corroborate.example/mcp'
const keys = new Map([[tokenKey.kid, tokenKey]])

const check = async (said: Said = {}, at = now) =>
  checkAccessToken(await signToken({ issuer, resource, now }, said), { keys, issuer, resource, now: at })

test('a valid token yields user, client, scopes and expiry', async () => {
  expect(await check({ exp: seconds + 60, scope: 'openid papers:watch offline_access toString notes:draft' })).toEqual({
    kind: 'good',
    token: {
      ...{ userId: 'user-1', clientId: 'app-1', scopes: ['papers:watch', 'notes:draft'], expiresAt: seconds + 60 },
    },
  })
})

test('a token without scopes allows nothing', async () => {
  expect(await check({ scope: undefined })).toMatchObject({ kind: 'good', token: { scopes: [] } })
})

test.each<[string, Said, RegExp]>([
  ['is for another API', { aud: 'https://tools.example/mcp' }, /"aud"/],
  ['is of another provider', { iss: 'https://identity.example' }, /"iss"/],
  ['is a session or an ID token', { typ: 'JWT' }, /"typ"/],
  ['is of nobody', { sub: '' }, /another form/],
  ['is for no client', { client_id: '' }, /another form/],
  ['names no person', { sub: undefined }, /missing required "sub"/],
  ['names no client', { client_id: undefined }, /missing required "client_id"/],
])('a token that %s is rejected', async (_, said, reason) => {
  expect(await check(said)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) })
})

test.each([
  [seconds + 9, 'good'],
  [seconds + 10, 'refused'],
])('tokens have ten seconds of leeway: at %i the token is %s', async (at, kind) => {
  expect((await check({ exp: seconds }, at * 1_000)).kind).toBe(kind)
})

test('an unknown or missing key id is reported separately, since newer keys may exist', async () => {
  for (const kid of ['jwk-2', null]) expect(await check({ kid })).toEqual({ kind: 'unknown-key' })
})

test.each([
  [8_192, /Invalid|invalid/],
  [8_193, /^it is too long$/],
])('%i characters are within or beyond the maximum token length', async (length, reason) => {
  expect(await checkAccessToken('x'.repeat(length), { keys, issuer, resource, now })).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(reason),
  })
})

test('an internal error is not a verdict on the token', async () => {
  const broken = new Map([[tokenKey.kid, { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }]])
  const token = await signToken({ issuer, resource, now })
  await expect(checkAccessToken(token, { keys: broken, issuer, resource, now })).rejects.toThrow()
})
