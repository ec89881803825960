import type { OAuthProvider } from '@corroborate/wire/providers'
import { expect, test } from 'vitest'
import { endpointsOf, placesOf, providers, titleOf } from './index.ts'
import type { Provider } from './provider.ts'

// Requests to each provider, checked against its documentation, and the verifiable parts of its responses.

const openid = ['openid', 'profile', 'email']
const signs = { algorithms: ['RS256'], hasNonce: true } as const
const usual = { pkce: true, clientAuth: 'post', scopeSeparator: ' ', clientIdParameter: 'client_id' } as const
const without = { idToken: null, responseMode: 'query', authorizationParameters: {} } as const
const claims = { email: null, email_verified: null, preferred_username: null, picture: null }

const asked: Record<OAuthProvider, Partial<Provider>> = {
  google: { scopes: openid, idToken: signs, authorizationParameters: { access_type: 'offline' } },
  microsoft: { scopes: openid, idToken: signs },
  apple: {
    scopes: ['name', 'email'],
    idToken: signs,
    pkce: false,
    clientAuth: 'jwt',
    responseMode: 'form_post',
  },
  github: { scopes: ['read:user', 'user:email'] },
  gitlab: { scopes: openid, idToken: signs },
  facebook: { scopes: ['email', 'public_profile'], pkce: false },
  discord: { scopes: ['identify', 'email'] },
  salesforce: { scopes: openid, idToken: signs },
  slack: { scopes: openid, idToken: signs },
  amazon: { scopes: ['profile'] },
  bitbucket: { scopes: ['account', 'email'], pkce: false, clientAuth: 'basic' },
  linkedin: { scopes: openid, pkce: false, idToken: { algorithms: ['RS256'], hasNonce: false } },
  coinbase: { scopes: ['wallet:user:read', 'wallet:user:email'], scopeSeparator: ',' },
  twitch: {
    scopes: ['openid', 'user:read:email'],
    pkce: false,
    idToken: signs,
    authorizationParameters: { claims: JSON.stringify({ id_token: claims, userinfo: claims }) },
  },
  twitter: { scopes: ['users.read', 'tweet.read'], clientAuth: 'basic' },
  tiktok: { scopes: ['user.info.basic'], scopeSeparator: ',', clientIdParameter: 'client_key' },
  snapchat: {
    scopes: ['user.external_id', 'user.display_name', 'user.bitmoji.avatar'].map(
      name => `https://auth.snapchat.com/oauth2/api/${name}`,
    ),
    clientAuth: 'basic',
  },
  figma: { scopes: ['current_user:read'], clientAuth: 'basic' },
  yahoo: {
    scopes: openid,
    pkce: false,
    clientAuth: 'basic',
    idToken: { algorithms: ['ES256', 'RS256'], hasNonce: true },
  },
}

test.each(Object.entries(asked) as [OAuthProvider, Partial<Provider>][])(
  'the authorization request to %s follows its documentation',
  (name, own) => {
    expect(providers[name]).toMatchObject({ ...usual, ...without, ...own })
    expect(Object.keys(providers[name].authorizationParameters)).toEqual(Object.keys(own.authorizationParameters ?? {}))
  },
)

const requests: Partial<Record<OAuthProvider, readonly object[]>> = {
  github: [{ url: 'https://api.github.com/user' }, { url: 'https://api.github.com/user/emails', isOptional: true }].map(
    request => ({
      ...request,
      headers: { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' },
    }),
  ),
  gitlab: [{ url: 'https://{host}/oauth/userinfo', isUserInfo: true }],
  facebook: [{ url: expect.stringContaining('/me?fields=id%2Cname%2Cemail%2Cpicture&appsecret_proof=') }],
  discord: [{ url: 'https://discord.com/api/users/@me' }],
  salesforce: [{ url: 'https://{host}/services/oauth2/userinfo', isUserInfo: true }],
  slack: [{ url: 'https://slack.com/api/openid.connect.userInfo', isUserInfo: true }],
  amazon: [{ url: 'https://api.amazon.com/user/profile' }],
  bitbucket: [
    { url: 'https://api.bitbucket.org/2.0/user' },
    { url: 'https://api.bitbucket.org/2.0/user/emails', isOptional: true },
  ],
  linkedin: [{ url: 'https://api.linkedin.com/v2/userinfo', isUserInfo: true }],
  coinbase: [{ url: 'https://api.coinbase.com/v2/user', headers: { 'CB-VERSION': '2024-10-01' } }],
  twitch: [{ url: 'https://id.twitch.tv/oauth2/userinfo', isUserInfo: true }],
  twitter: [{ url: 'https://api.x.com/2/users/me?user.fields=profile_image_url' }],
  tiktok: [{ url: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,display_name,avatar_url' }],
  snapchat: [
    {
      url: 'https://api.snapkit.com/v1/me',
      body: { query: '{me{externalId displayName bitmoji{avatar}}}' },
    },
  ],
  figma: [{ url: 'https://api.figma.com/v1/me' }],
  yahoo: [{ url: 'https://api.login.yahoo.com/openid/v1/userinfo', isUserInfo: true }],
}

test.each(Object.values(providers))('profile requests of $id that its id_token does not cover', provider => {
  expect(provider.requests({ accessToken: 'token', clientSecret: 'secret', scopes: [] })).toEqual(
    requests[provider.id] ?? [],
  )
})

test('Twitter is asked for the email only if the page requested that scope', () => {
  const [, second] = providers.twitter.requests({ accessToken: '', clientSecret: '', scopes: ['users.email'] })
  expect(second).toEqual({ url: 'https://api.x.com/2/users/me?user.fields=confirmed_email', isOptional: true })
})

test('operators can set provider endpoints that vary; the default applies otherwise', () => {
  const named = Object.keys(asked).filter(name => placesOf(name as OAuthProvider).length > 0)
  expect(named).toEqual(['microsoft', 'gitlab', 'salesforce'])
  const at = (name: OAuthProvider) => endpointsOf(providers[name], { base: null })
  expect(placesOf('microsoft')).toEqual(['tenant'])
  expect(at('microsoft').jwks).toBe('https://login.microsoftonline.com/common/discovery/v2.0/keys')
  expect([at('gitlab').token, at('salesforce').issuer]).toEqual([
    'https://gitlab.com/oauth/token',
    'https://login.salesforce.com',
  ])
})

test('the fake server also serves provider keys, and nested URLs stay intact', () => {
  const { jwks, place } = endpointsOf(providers.google, { base: 'http://127.0.0.1:1' })
  expect(jwks).toBe('http://127.0.0.1:1/www.googleapis.com/oauth2/v3/certs')
  expect(place('https://a.example/?at=https://b.example')).toBe('http://127.0.0.1:1/a.example/?at=https://b.example')
  expect(place('http://a.example/https://b.example')).toBe('http://a.example/https://b.example')
})

test('providers are displayed by name', () => {
  expect([titleOf('github'), titleOf('linkedin')]).toEqual(['GitHub', 'LinkedIn'])
})
