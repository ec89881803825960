import { createHash } from 'node:crypto'
import { storageKeys } from '@corroborate/wire/storage'
import { expect, test } from 'vitest'
import { NotBegunHereError } from '../errors.ts'
import { authResult, createWorld, ok, publicToken, refusal } from '../testing/index.ts'

const open = (settings: object, options: { pkceForOAuth?: boolean } = {}) => {
  const world = createWorld()
  world.provider.answer(`GET /projects/bootstrap/${publicToken}`, () => ok(settings))
  return { ...world, ...world.open({ baseUrl: 'http://localhost:5001', ...options }) }
}
const pairKey = storageKeys.pkce(publicToken, 'oauth')

test('a social sign-in starts at the provider with all parameters', async () => {
  const { client, visited, provider } = open({})
  await client.oauth.start('google', {
    login_redirect_url: 'https://example.org/in?a=b',
    signup_redirect_url: 'https://example.org/up',
    custom_scopes: ['calendar', 'drive'],
    provider_params: { login_hint: 'ada@example.org' },
  })
  const [url] = visited.map(visit => new URL(visit))
  expect(`${url?.origin}${url?.pathname}`).toBe('http://localhost:5001/v1/public/oauth/google/start')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    public_token: publicToken,
    custom_scopes: 'calendar drive',
    provider_login_hint: 'ada@example.org',
    login_redirect_url: 'https://example.org/in?a=b',
    signup_redirect_url: 'https://example.org/up',
  })
  expect(provider.asked('POST /events').flatMap(({ body }) => body)).toMatchObject([
    { event: { event_name: 'sdk_instance_instantiated' } },
    { event: { event_name: 'start_oauth_flow', details: { provider_type: 'google', pkce: false } } },
  ])
})

test('a social sign-in starts on the project’s custom domain if set', async () => {
  const { client, visited } = open({ cname_domain: 'login.example.org' })
  await client.oauth.github.start()
  expect(visited).toEqual([`https://login.example.org/v1/public/oauth/github/start?public_token=${publicToken}`])
})

test('each social sign-in has its own key pair if the project requires PKCE', async () => {
  const { client, storage } = open({ pkce_required_for_oauth: true })
  const challenges = []
  for (const provider of ['google', 'apple'] as const) {
    const url = new URL(await client.oauth.startUrl(provider))
    challenges.push(url.searchParams.get('code_challenge'))
    expect(JSON.parse(storage.get(pairKey) ?? '{}').code_challenge).toBe(challenges.at(-1))
  }
  expect(new Set(challenges).size).toBe(2)
})

test('old PKCE keys are deleted if the project does not require PKCE', async () => {
  const { client, storage } = open({})
  storage.set(pairKey, '{"code_challenge":"c","code_verifier":"v"}')
  expect(await client.oauth.startUrl('google')).not.toContain('code_challenge')
  expect(storage.has(pairKey)).toBe(false)
})

test('the returned token signs in with the initiating page’s key', async () => {
  const { client, storage, provider } = open({ pkce_required_for_oauth: true })
  await client.oauth.startUrl('google')
  const { code_verifier } = JSON.parse(storage.get(pairKey) ?? '{}')
  provider.answer('POST /oauth/authenticate', () => refusal('oauth_token_not_found'))
  await expect(client.oauth.authenticate('t', { session_duration_minutes: 60 })).rejects.toMatchObject({
    error_type: 'oauth_token_not_found',
  })
  expect(storage.has(pairKey)).toBe(true)
  provider.answer('POST /oauth/authenticate', () => ok({ ...authResult(), provider_type: 'Google' }))
  const answer = await client.oauth.authenticate('t', { session_duration_minutes: 60 })
  expect(answer.provider_type).toBe('Google')
  expect(provider.asked('POST /oauth/authenticate').at(-1)?.body).toEqual({
    token: 't',
    session_duration_minutes: 60,
    code_verifier,
  })
  expect(storage.has(pairKey)).toBe(false)
  expect(client.session.getSync()).not.toBeNull()
})

test('a signed-in user can link a provider account', async () => {
  const { client, provider } = open({})
  provider.answer('POST /oauth/authenticate', () => ok(authResult()))
  await client.oauth.authenticate('t', { session_duration_minutes: 60 })
  provider.answer('POST /oauth/attach', () => ok({ oauth_attach_token: 'a' }))
  const { oauth_attach_token } = await client.oauth.attach('github')
  expect(provider.asked('POST /oauth/attach').at(-1)?.body).toEqual({ provider: 'github' })
  expect(await client.oauth.startUrl('github', { oauth_attach_token })).toContain('oauth_attach_token=a')
})

test('a page can require that the token belongs to its own browser, whatever the project setting', async () => {
  const { client, storage, provider } = open({}, { pkceForOAuth: true })
  provider.answer('POST /oauth/authenticate', () => ok(authResult()))
  const authenticate = () => client.oauth.authenticate('t', { session_duration_minutes: 60 })
  await expect(authenticate()).rejects.toBeInstanceOf(NotBegunHereError)
  expect(provider.asked('POST /oauth/authenticate')).toEqual([])

  const url = new URL(await client.oauth.startUrl('google'))
  const { code_challenge, code_verifier } = JSON.parse(storage.get(pairKey) ?? '{}')
  expect(url.searchParams.get('code_challenge')).toBe(code_challenge)
  await authenticate()
  expect(provider.asked('POST /oauth/authenticate').at(-1)?.body).toMatchObject({ token: 't', code_verifier })
  await expect(authenticate()).rejects.toBeInstanceOf(NotBegunHereError)
})

test('two tabs starting concurrently both complete', async () => {
  const world = createWorld()
  world.provider.answer(`GET /projects/bootstrap/${publicToken}`, () => ok({}))
  world.provider.answer('POST /oauth/authenticate', () => ok(authResult()))
  const challenges: string[] = []
  const tabs = [world.open({ pkceForOAuth: true }), world.open({ pkceForOAuth: true })]
  for (const { client } of tabs)
    challenges.push(new URL(await client.oauth.startUrl('google')).searchParams.get('code_challenge') ?? '')
  for (const { client } of tabs) await client.oauth.authenticate('t', { session_duration_minutes: 60 })
  const verifiers = world.provider
    .asked('POST /oauth/authenticate')
    .map(({ body }) => body as { code_verifier: string })
  const hashes = verifiers.map(({ code_verifier }) => createHash('sha256').update(code_verifier).digest('base64url'))
  expect(hashes).toEqual(challenges)
})

test('linking is bound to the initiating browser, whatever the project setting', async () => {
  const { client } = open({})
  expect(await client.oauth.startUrl('github', { oauth_attach_token: 'a' })).toContain('code_challenge=')
})
