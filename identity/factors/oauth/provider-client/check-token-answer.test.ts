import { expect, test } from 'vitest'
import { providers } from '../providers/index.ts'
import { exampleConnection } from '../testing/connection.ts'
import { checkTokenAnswer } from './check-token-answer.ts'

const now = 1_800_000_000_000
const bearer = { access_token: 'a', token_type: 'bearer' }

const check = (provider: keyof typeof providers, answer: Response, isRefresh = false) =>
  checkTokenAnswer({ provider: providers[provider], connection: exampleConnection(), now }, answer, {
    keys: new Map(),
    nonce: null,
    isRefresh,
  })

test.each([['none'], ['a.b.c'], [7]])(
  'an id_token of a provider whose tokens cannot be verified is not read: %j',
  async id_token => {
    expect(await check('github', Response.json({ ...bearer, id_token }))).toEqual({ tokens: bearer, claims: null })
  },
)

test.each(['<html>', '', 'null', '[]', '"text"'])(
  'a token response that is not a JSON object is rejected: %j',
  async body => {
    const refused = { type: 'oauth_provider_unavailable', message: 'the token answer is no JSON object' }
    await expect(check('github', new Response(body))).rejects.toMatchObject(refused)
  },
)

test.each([[200], [201], [399]])('a token response with status %i requires an id_token', async status => {
  const refused = { type: 'id_token_invalid', message: 'there is no id_token' }
  await expect(check('google', Response.json(bearer, { status }))).rejects.toMatchObject(refused)
})

test('a refresh response may omit the id_token', async () => {
  expect(await check('google', Response.json(bearer), true)).toEqual({ tokens: bearer, claims: null })
})

test.each<[string, object, number, string]>([
  ['google', { error: 'invalid_grant' }, 400, 'oauth_provider_refused'],
  ['google', { error: 'invalid_client', id_token: 'a.b.c' }, 401, 'invalid_client'],
  ['github', { error: 'bad_verification_code' }, 200, 'oauth_provider_refused'],
])('an error from %s is reported: %j with %i', async (provider, body, status, type) => {
  const answer = check(provider as 'google' | 'github', Response.json(body, { status }))
  await expect(answer).rejects.toMatchObject({ type })
})
