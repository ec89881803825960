import { createHash, createPrivateKey } from 'node:crypto'
import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointsOf, providers } from '../providers/index.ts'
import { adaAt, type FakeUpstream, openFakeUpstream, registered, weather } from '../testing/index.ts'

const redirectUri = 'https://id.example.org/v1/oauth/callback/p/'
const verifier = 'v'.repeat(43)

/** Creates a client that uses only its own provider table. */
const clientFor = (upstream: FakeUpstream, id: OAuthProvider) => {
  const provider = providers[id]
  const endpoints = endpointsOf(provider, { base: upstream.url })

  const authorizeUrl = (more: Record<string, string> = {}): string => {
    const url = new URL(endpoints.authorization)
    const query: Record<string, string> = {
      [provider.clientIdParameter]: registered.clientId(id),
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 'the state',
      scope: provider.scopes.join(provider.scopeSeparator),
      ...(provider.idToken !== null && { nonce: 'the nonce' }),
      ...(provider.responseMode === 'form_post' && { response_mode: 'form_post' }),
      ...(provider.pkce && {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }),
      ...provider.authorizationParameters,
      ...more,
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }

  const secretOf = (): Promise<string> | string => {
    const { teamId, keyId, privateKey } = registered.apple
    return provider.clientAuth === 'jwt'
      ? signedSecret({ teamId, keyId, privateKey, clientId: registered.clientId(id) })
      : registered.clientSecret
  }

  const exchange = async (code: string, more: Record<string, string> = {}) => {
    const secret = await secretOf()
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(provider.pkce && { code_verifier: verifier }),
      ...(provider.clientAuth !== 'basic' && {
        [provider.clientIdParameter]: registered.clientId(id),
        client_secret: secret,
      }),
      ...more,
    })
    const basic = Buffer.from(`${registered.clientId(id)}:${encodeURIComponent(secret)}`).toString('base64')
    const answer = await fetch(endpoints.token, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        ...(provider.clientAuth === 'basic' && { Authorization: `Basic ${basic}` }),
      },
      body: form,
    })
    return (await answer.json()) as Record<string, unknown>
  }

  const profile = async (accessToken: string) => {
    const asked = { accessToken, clientSecret: registered.clientSecret, scopes: provider.scopes }
    const answers = await Promise.all(
      provider.requests(asked).map(async ({ url, body, headers }) => {
        const answer = await fetch(endpoints.place(url), {
          method: body === undefined ? 'GET' : 'POST',
          headers: { Authorization: `Bearer ${accessToken}`, ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return answer.json()
      }),
    )
    return answers
  }

  const code = (more?: Record<string, string>): string => upstream.visit(authorizeUrl(more)).params.get('code') ?? ''
  return { provider, endpoints, authorizeUrl, exchange, profile, code }
}

const signedSecret = ({ teamId, keyId, privateKey, clientId }: Record<string, string>): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId ?? '' })
    .setIssuer(teamId ?? '')
    .setSubject(clientId ?? '')
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(createPrivateKey(privateKey ?? ''))

const claimsOf = (idToken: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString())

let upstream: FakeUpstream
beforeAll(async () => {
  upstream = await openFakeUpstream()
})
afterAll(() => upstream.close())

describe.each(oauthProviders)('fake provider %s', id => {
  test('the fake provider accepts the client’s requests and returns the user', async () => {
    const { provider, endpoints, exchange, profile, code } = clientFor(upstream, id)
    const answer = await exchange(code())
    expect(answer).toMatchObject({ access_token: expect.any(String) })
    const claims = provider.idToken === null ? null : claimsOf(answer.id_token)
    if (claims !== null) {
      expect(claims).toMatchObject({
        aud: registered.clientId(id),
        ...(provider.idToken?.hasNonce && { nonce: 'the nonce' }),
      })
      expect(claims.iss).toBe(endpoints.issuer?.replace('{tid}', String(claims.tid)))
    }
    const answers = await profile(String(answer.access_token))
    const told = provider.toProfile({ claims, answers, posted: null, trustsEmails: true })
    expect(told.subject).toContain(adaAt(id).subject)
  })

  test('the fake provider accepts a code once, from its client, with its verifier and redirect URI', async () => {
    const { provider, exchange, code } = clientFor(upstream, id)
    const refused = expect.not.objectContaining({ access_token: expect.anything() })
    const once = code()
    expect(await exchange(once)).toHaveProperty('access_token')
    expect(await exchange(once)).toEqual(refused)
    expect(await exchange(code(), { redirect_uri: `${redirectUri}other` })).toEqual(refused)
    if (provider.clientAuth !== 'basic') expect(await exchange(code(), { client_secret: 'wrong' })).toEqual(refused)
    if (provider.pkce) expect(await exchange(code(), { code_verifier: 'w'.repeat(43) })).toEqual(refused)
    const other = clientFor(upstream, id === 'google' ? 'gitlab' : 'google')
    expect(await exchange(other.code())).toEqual(refused)
  })
})

test('a replayed code revokes its tokens', async () => {
  const { exchange, code, endpoints } = clientFor(upstream, 'google')
  const once = code()
  const { access_token } = await exchange(once)
  await exchange(once)
  const answer = await fetch(endpoints.place('https://openidconnect.googleapis.com/v1/userinfo'), {
    headers: { Authorization: `Bearer ${access_token}` },
  })
  expect(answer.status).toBe(401)
})

test('denying at the provider redirects back with an error and the state', () => {
  const errorOf = (id: OAuthProvider, more: Record<string, string>) => {
    const { params } = upstream.visit(clientFor(upstream, id).authorizeUrl(more))
    expect(params.get('state')).toBe('the state')
    return params.get('error')
  }
  expect(errorOf('google', { response_type: 'token' })).toBe('unsupported_response_type')
  expect(errorOf('google', { scope: 'email' })).toBe('invalid_scope')
  expect(errorOf('google', { code_challenge_method: 'plain' })).toBe('invalid_request')
  expect(errorOf('twitter', { code_challenge: '', code_challenge_method: 'plain' })).toBe(null)
  expect(errorOf('linkedin', { code_challenge: 'x', code_challenge_method: 'S256' })).toBe('invalid_client')
  expect(errorOf('apple', { response_mode: 'query' })).toBe('invalid_request')
  upstream.register(uri => uri === 'https://elsewhere.example.org/')
  expect(() => upstream.visit(clientFor(upstream, 'google').authorizeUrl())).toThrow('redirect_uri')
  upstream.register(() => true)
})

test('the fake provider sends false data only when told to', async () => {
  const { exchange, code } = clientFor(upstream, 'google')
  const headerOf = (token: unknown) =>
    JSON.parse(Buffer.from(String(token).split('.')[0] ?? '', 'base64url').toString())
  upstream.lie('google', { signature: 'none', claims: claims => ({ ...claims, sub: 'somebody else' }) })
  const { id_token } = await exchange(code())
  expect(headerOf(id_token)).toEqual({ alg: 'none' })
  expect(claimsOf(id_token).sub).toBe('somebody else')
  upstream.lie('google', { token: weather.busy })
  expect(await exchange(code())).toEqual({ error: 'too_many_requests' })
  const gitlab = clientFor(upstream, 'gitlab')
  expect(claimsOf((await gitlab.exchange(gitlab.code())).id_token).sub).toBe(adaAt('gitlab').subject)
  upstream.beHonest()
  expect(headerOf((await exchange(code())).id_token).alg).toBe('RS256')
})
