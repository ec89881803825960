import type { OAuthProvider } from '@corroborate/wire/providers'
import type { JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { browserAt, type Lies, oauthUnderTest } from './testing/index.ts'

const claims = (change: JWTPayload): Lies => ({ claims: honest => ({ ...honest, ...change }) })
const seconds = Math.floor(Date.now() / 1_000)

/** Invalid provider claims, and the resulting error. */
const lies: [string, Lies, string][] = [
  ['no signature', { signature: 'none' }, 'id_token_invalid'],
  ['a signature that was taken off', { signature: 'stripped' }, 'id_token_invalid'],
  ['a signature by our secret', { signature: 'HS256' }, 'id_token_invalid'],
  ['a signature by another key', { signature: 'foreign key' }, 'id_token_invalid'],
  ['a signature by an unknown key', { signature: 'unknown kid' }, 'id_token_invalid'],
  ['another issuer', claims({ iss: 'https://evil.example' }), 'id_token_invalid'],
  ['another audience', claims({ aud: 'another-client' }), 'id_token_incorrect_audience'],
  [
    'several audiences, for another of them',
    claims({ aud: ['client-of-google', 'other'], azp: 'other' }),
    'id_token_invalid',
  ],
  ['another nonce', claims({ nonce: 'another' }), 'id_token_nonce_invalid'],
  ['no nonce', claims({ nonce: undefined }), 'id_token_invalid'],
  ['an end in the past', claims({ exp: seconds - 3_600 }), 'id_token_expired'],
  ['a beginning long ago', claims({ iat: seconds - 7_200 }), 'id_token_invalid'],
  ['the hash of another access token', claims({ at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }), 'id_token_invalid'],
]

describe('id_token validation', () => {
  test('a false claim in the id_token signs nobody in, and the page gets the error type', async () => {
    const under = await oauthUnderTest()
    await under.register('google')
    const browser = browserAt(under)
    for (const [what, lie, expected] of lies) {
      under.fake.lie('google', lie)
      const landed = await browser.signIn('google')
      expect([what, landed.searchParams.get('error')]).toEqual([what, expected])
      expect([what, landed.searchParams.has('token')]).toEqual([what, false])
    }
    expect(await under.provider.db.selectFrom('users').select('user_id').execute()).toEqual([])
    expect(await under.provider.db.selectFrom('oauth_parcels').selectAll().execute()).toEqual([])
  })

  test('an id_token and profile for different accounts are rejected', async () => {
    const under = await oauthUnderTest()
    await under.register('gitlab')
    under.fake.lie('gitlab', { claims: honest => ({ ...honest, sub: 'somebody-else' }) })
    const landed = await browserAt(under).signIn('gitlab')
    expect(landed.searchParams.get('error')).toBe('id_token_invalid')
  })

  test('an id_token of an account outside the configured organization is rejected', async () => {
    const under = await oauthUnderTest()
    await under.register('google', { hostedDomain: 'example.org' })
    const browser = browserAt(under)
    const authorize = await browser.start('google', { provider_hd: 'evil.example' })
    expect(new URL(authorize).searchParams.get('hd')).toBe('example.org')
    const refused = await browser.signIn('google')
    expect(refused.searchParams.get('error')).toBe('oauth_access_denied')
    under.fake.lie('google', { person: { hostedDomain: 'example.org' } })
    expect((await browser.signIn('google')).searchParams.has('token')).toBe(true)
  })
})

test('every other provider failure reaches the page as one of our error types', async () => {
  const under = await oauthUnderTest()
  await under.register('github')
  const browser = browserAt(under)
  const answers: [() => Response, string][] = [
    [() => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'oauth_provider_unavailable'],
    [() => new Response('{"access_token":'), 'oauth_provider_unavailable'],
    [() => new Response('x', { status: 500 }), 'oauth_provider_unavailable'],
    [() => new Response('x'.repeat(2_000_000)), 'oauth_provider_unavailable'],
    [() => Response.json({ error: 'bad_verification_code' }), 'oauth_provider_refused'],
    [() => Response.json({ error: 'incorrect_client_credentials' }), 'invalid_client'],
    [() => Response.json({ error: ['<script>'] }, { status: 400 }), 'oauth_provider_refused'],
    [() => Response.json([]), 'oauth_provider_unavailable'],
    [() => Response.redirect('http://169.254.169.254/'), 'oauth_provider_unavailable'],
  ]
  for (const [token, expected] of answers) {
    under.fake.lie('github', { token })
    const landed = await browser.signIn('github')
    expect([token.toString(), landed.searchParams.get('error')]).toEqual([token.toString(), expected])
  }
})

describe('provider that requires an id_token', () => {
  const open = async (name: OAuthProvider) => {
    const under = await oauthUnderTest()
    await under.register(name)
    return { ...under, browser: browserAt(under) }
  }

  test.each(['google', 'microsoft'] as const)('a missing id_token signs nobody in: %s', async name => {
    const { browser, fake } = await open(name)
    fake.lie(name, {
      token: ({ body }) => {
        const { id_token: _, ...rest } = body as Record<string, unknown>
        return { status: 200, body: rest }
      },
    })
    expect((await browser.signIn(name)).searchParams.get('error')).toBe('id_token_invalid')
  })

  test('a tenant mismatch between response and id_token signs nobody in', async () => {
    const { browser, fake } = await open('microsoft')
    const issuer = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`
    fake.lie('microsoft', {
      callback: params => params.set('iss', issuer('11111111-2222-4333-8444-555555555555')),
    })
    const landed = await browser.signIn('microsoft')
    expect([landed.searchParams.has('token'), landed.searchParams.get('error')]).toEqual([false, 'id_token_invalid'])
    fake.lie('microsoft', {
      callback: params => params.set('iss', issuer('9188040d-6c67-4c5b-b112-36a304b66dad')),
    })
    expect((await browser.signIn('microsoft')).searchParams.has('token')).toBe(true)
  })
})
