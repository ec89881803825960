import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adaAt, browserAt, loginUrl, type OAuthUnderTest, oauthUnderTest, postFromApple } from './testing/index.ts'

// The rules that a client of social providers has to keep.

const begun = async () => {
  const under = await oauthUnderTest()
  await under.register('google')
  await under.register('github')
  return { ...under, browser: browserAt(under) }
}

const countUsers = async ({ provider }: OAuthUnderTest): Promise<number> =>
  (await provider.db.selectFrom('users').select('user_id').execute()).length

const authenticate = ({ provider }: OAuthUnderTest, token: string | null, more: Record<string, unknown> = {}) =>
  provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60, ...more })

const tokenOf = (answer: Response): string | null =>
  new URL(answer.headers.get('Location') ?? 'http://x').searchParams.get('token')

/** The URL of the callback that a provider sends the browser to, before the browser opens it. */
const callbackOf = ({ fake }: OAuthUnderTest, authorizeUrl: string): URL => {
  const { redirectUri, params } = fake.visit(authorizeUrl)
  return new URL(`${redirectUri}?${params}`)
}

/** The error on our own page. The browser is not redirected. */
const expectPage = async (answer: Response, status: number) => {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Location')).toBeNull()
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
}

describe('OAuth state', () => {
  test('the state is 256 random bits, stored hashed for ten minutes, and used once', async () => {
    const under = await begun()
    const first = new URL(await under.browser.start('google')).searchParams.get('state') ?? ''
    const second = new URL(await under.browser.start('google')).searchParams.get('state') ?? ''
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(first)
    const rows = await under.provider.db.selectFrom('single_use_secrets').selectAll().execute()
    const states = rows.filter(({ kind }) => kind === 'oauth_state')
    expect(JSON.stringify(rows)).not.toContain(first)
    expect(states.map(row => row.expires_at - row.created_at)).toEqual([600_000, 600_000])
  })

  test('a used state returns a different error from an unknown one', async () => {
    const under = await begun()
    const callback = callbackOf(under, await under.browser.start('google')).href
    expect(tokenOf(await under.browser.go(callback))).not.toBeNull()
    const again = await under.browser.go(callback)
    await expectPage(again, 400)
    expect(await again.text()).toContain('completed already')
    expect(under.fake.asked('oauth2.googleapis.com/token')).toHaveLength(1)
  })

  test('a state from another browser or without its cookie is rejected, and the right browser can still finish', async () => {
    const under = await begun()
    const callback = callbackOf(under, await under.browser.start('google')).href
    const stranger = browserAt(under)
    await stranger.start('google')
    await expectPage(await stranger.go(callback), 400)
    await expectPage(await browserAt(under).go(callback), 400)
    expect(under.fake.asked('oauth2.googleapis.com/token')).toHaveLength(0)
    expect(tokenOf(await under.browser.go(callback))).not.toBeNull()
  })

  test('the state cookie is HttpOnly and SameSite', async () => {
    const under = await begun()
    const answer = await under.browser.go(under.browser.startUrl('google'))
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(cookie).not.toContain('Domain')
  })

  test('two tabs of a browser can both finish signing in', async () => {
    const under = await begun()
    const [one, two] = [await under.browser.start('google'), await under.browser.start('github')]
    expect(tokenOf(await under.browser.comeBack(two))).not.toBeNull()
    expect(tokenOf(await under.browser.comeBack(one))).not.toBeNull()
  })

  test('a state is rejected at the callback of another provider or project', async () => {
    const under = await begun()
    const callback = callbackOf(under, await under.browser.start('github'))
    const mixedUp = new URL(callback)
    mixedUp.pathname = mixedUp.pathname.replace('/github', '/google')
    await expectPage(await under.browser.go(mixedUp.href), 400)
    expect(under.fake.log).toHaveLength(0)
  })

  test('a state is rejected after ten minutes', async () => {
    const under = await begun()
    const callback = callbackOf(under, await under.browser.start('google')).href
    under.provider.clock.now += 601_000
    await expectPage(await under.browser.go(callback), 400)
  })
})

describe('provider response', () => {
  test.each([
    ['an iss of somebody else', (params: URLSearchParams) => params.set('iss', 'https://evil.example')],
    [
      'the same with an error',
      (params: URLSearchParams) => {
        params.set('iss', 'https://evil.example')
        params.set('error', 'access_denied')
        params.delete('code')
      },
    ],
  ])('%s in the response is rejected', async (_, callback) => {
    const under = await begun()
    under.fake.lie('google', { callback })
    const landed = await under.browser.signIn('google')
    expect(landed.searchParams.get('error')).toBe('oauth_state_mismatch')
    expect(landed.searchParams.has('token')).toBe(false)
    expect(under.fake.asked('oauth2.googleapis.com/token')).toHaveLength(0)
  })

  test('repeated, missing, oversized or invented parameters are rejected on our page before any request', async () => {
    const under = await begun()
    const changes: ((query: URLSearchParams) => void)[] = [
      query => query.delete('state'),
      query => query.append('state', 'x'),
      query => query.set('state', 'x'.repeat(4_097)),
      query => query.set('state', 'x'.repeat(43)),
      query => query.delete('code'),
      query => query.append('code', 'x'),
      query => query.set('code', 'x'.repeat(4_097)),
    ]
    for (const change of changes) {
      const callback = callbackOf(under, await under.browser.start('google'))
      change(callback.searchParams)
      await expectPage(await under.browser.go(callback.href), 400)
    }
    expect(under.fake.asked('oauth2.googleapis.com/token')).toHaveLength(0)
  })

  test('an error response uses up the state and returns our error type to the page', async () => {
    const under = await begun()
    under.fake.lie('google', {
      callback: params => {
        params.delete('code')
        params.set('error', 'access_denied')
        params.set('error_description', '<script>alert(1)</script>\r\nSet-Cookie: x=1')
      },
    })
    const start = await under.browser.start('google')
    const callback = callbackOf(under, start).href
    const answer = await under.browser.go(callback)
    const landed = new URL(answer.headers.get('Location') ?? '')
    expect(landed.origin + landed.pathname).toBe(loginUrl)
    expect(landed.searchParams.get('error')).toBe('oauth_access_denied')
    expect(landed.href).not.toContain('alert')
    await expectPage(await under.browser.go(callback), 400)
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an attribute', '"><img src=x onerror=alert(1)>'],
    ['a header', 'gone\r\nSet-Cookie: x=1\r\n\r\n<h1>'],
    ['other letters', 'Zugriff verweigert – 拒否されました \u202e'],
    ['very much', 'x'.repeat(3_000)],
  ])('the provider’s error text is never shown: %s', async (_, words) => {
    const under = await begun()
    under.fake.lie('google', {
      callback: params => {
        params.delete('code')
        params.set('error', words)
        params.set('error_description', words)
        params.set('error_uri', 'javascript:alert(1)')
      },
    })
    const isClean = async (answer: Response): Promise<void> => {
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers.getSetCookie().filter(cookie => cookie.startsWith('x='))).toEqual([])
      const shown = `${await answer.text()} ${decodeURIComponent(answer.headers.get('Location') ?? '')}`
      for (const part of ['alert(1)', 'Set-Cookie', '拒否', 'xxxx']) expect(shown).not.toContain(part)
    }
    const callback = callbackOf(under, await under.browser.start('google')).href
    const known = await under.browser.go(callback)
    expect(known.status).toBe(302)
    await isClean(known)
    // The state is spent, so the next answer is a page of ours.
    await isClean(await under.browser.go(callback))
    const { origin } = under.provider.settings.identity
    for (const name of ['public_token', 'login_redirect_url', 'custom_scopes'])
      await isClean(
        await under.browser.go(`${origin}/v1/public/oauth/google/start?${new URLSearchParams({ [name]: words })}`),
      )
  })

  test('the callback response sets no-referrer and no-store', async () => {
    const under = await begun()
    const answer = await under.browser.comeBack(await under.browser.start('google'))
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  test('Apple’s POST needs no cookie and never appears in a URL of ours', async () => {
    const under = await begun()
    await under.register('apple')
    const { redirectUri, params } = under.fake.visit(await under.browser.start('apple'))
    const post = (body: string) => postFromApple(under, redirectUri, body)
    const answer = await post(params.toString())
    expect(answer.status).toBe(303)
    expect(answer.headers.getSetCookie()).toEqual([])
    const onwards = new URL(answer.headers.get('Location') ?? '', redirectUri).href
    expect(onwards).not.toContain(params.get('code'))
    const parcels = await under.provider.db.selectFrom('oauth_parcels').selectAll().execute()
    expect(JSON.stringify(parcels)).not.toContain(params.get('code'))
    // Another browser gets nothing.
    await expectPage(await browserAt(under).go(onwards), 400)
    const again = new URL((await post(params.toString())).headers.get('Location') ?? '', redirectUri).href
    expect(tokenOf(await under.browser.go(again))).not.toBeNull()
    // The response to a sign-in that was never started is not stored.
    params.set('state', 'x'.repeat(43))
    expect((await post(params.toString())).status).toBe(400)
    // Other providers do not post.
    const elsewhere = redirectUri.replace(/apple$/, 'google')
    const odd = await under.provider.app.request(elsewhere, { method: 'POST', body: params.toString() })
    expect(odd.status).toBe(405)
  })
})

describe('authorization request', () => {
  test('the request has an S256 challenge and a nonce, and the verifier is sent with the code', async () => {
    const under = await begun()
    const authorize = new URL(await under.browser.start('google'))
    expect(authorize.searchParams.get('code_challenge_method')).toBe('S256')
    expect(authorize.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/)
    await under.browser.comeBack(authorize.href)
    const [asked] = under.fake.asked('oauth2.googleapis.com/token')
    const verifier = asked?.form.get('code_verifier') ?? ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(authorize.searchParams.get('code_challenge'))
    // We keep neither of them.
    const kept = JSON.stringify(await under.provider.db.selectFrom('single_use_secrets').selectAll().execute())
    expect(kept).not.toContain(verifier)
    expect(kept).not.toContain(authorize.searchParams.get('nonce'))
  })

  test('the redirect URI is ours regardless of the Host header', async () => {
    const under = await begun()
    const url = new URL(under.browser.startUrl('google'))
    url.host = 'evil.example'
    const answer = await under.provider.app.request(url.href, { headers: { Host: 'evil.example' } })
    const redirectUri = new URL(answer.headers.get('Location') ?? '').searchParams.get('redirect_uri') ?? ''
    expect(new URL(redirectUri).origin).toBe(under.provider.settings.identity.origin)
  })

  test('a page cannot set protected parameters', async () => {
    const under = await begun()
    const names = 'client_id redirect_uri response_type response_mode scope state nonce code_challenge'.split(' ')
    for (const name of [...names, 'code_challenge_method', 'request', 'request_uri', 'STATE']) {
      await expectPage(await under.browser.go(under.browser.startUrl('google', { [`provider_${name}`]: 'x' })), 400)
    }
  })

  test('the page’s other parameters and scopes are included', async () => {
    const under = await begun()
    const query = { provider_prompt: 'consent', provider_login_hint: 'ada@example.org', custom_scopes: 'openid a b' }
    const { searchParams } = new URL(await under.browser.start('google', query))
    expect(searchParams.get('prompt')).toBe('consent')
    expect(searchParams.get('login_hint')).toBe('ada@example.org')
    expect(searchParams.get('scope')).toBe('openid profile email a b')
  })
})

describe('application redirect URLs', () => {
  test('redirect URLs must match the project’s exactly', async () => {
    const under = await begun()
    const others = [
      'https://evil.example/',
      'http://localhost:5000/authenticate/',
      'http://localhost:5000/authenticate?x=1',
      'http://localhost:5000/authenticate#x',
      'http://localhost:5000/AUTHENTICATE',
      'http://localhost:5000@evil.example/authenticate',
      'javascript:alert(1)',
      '//evil.example',
    ]
    for (const url of others) {
      for (const name of ['login_redirect_url', 'signup_redirect_url']) {
        await expectPage(await under.browser.go(under.browser.startUrl('google', { [name]: url })), 400)
      }
    }
  })

  test('a redirect URL no longer works after the operator removed it', async () => {
    const under = await begun()
    const start = await under.browser.start('google')
    const other = { login: [loginUrl], signup: ['http://localhost:5000/other'], reset_password: [] }
    await under.provider.configure({ redirectUrls: other })
    await expectPage(await under.browser.comeBack(start), 400)
  })
})

describe('OAuth token', () => {
  test('the token is valid for five minutes', async () => {
    const under = await begun()
    const token = (await under.browser.signIn('google')).searchParams.get('token')
    under.provider.clock.now += 301_000
    expect((await authenticate(under, token)).json).toMatchObject({ error_type: 'oauth_token_not_found' })
    expect(await countUsers(under)).toBe(0)
  })

  test('the token requires the initiating page’s verifier, and a wrong one does not use it up', async () => {
    const under = await begun()
    const verifier = 'v'.repeat(43)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const token = (await under.browser.signIn('google', { code_challenge })).searchParams.get('token')
    expect((await authenticate(under, token)).json).toMatchObject({ error_type: 'pkce_expected_code_verifier' })
    const wrong = await authenticate(under, token, { code_verifier: 'w'.repeat(43) })
    expect(wrong.json).toMatchObject({ error_type: 'pkce_mismatch' })
    expect((await authenticate(under, token, { code_verifier: verifier })).status).toBe(200)
  })

  test('a project can require a PKCE challenge for the token', async () => {
    const under = await begun()
    await under.provider.configure({ pkce: { magicLinks: false, passwordResets: false, oauth: true } })
    await expectPage(await under.browser.go(under.browser.startUrl('google')), 400)
  })

  test('the token’s encrypted content is deleted when it is used', async () => {
    const under = await begun()
    const token = (await under.browser.signIn('google')).searchParams.get('token')
    const { data } = await authenticate(under, token)
    const { access_token } = data.provider_values as { access_token: string }
    expect(access_token).not.toBe('')
    const db = under.provider.db
    const [registration] = await db.selectFrom('oauth_registrations').selectAll().execute()
    expect(registration?.provider_values).toMatch(/^sealed-/)
    expect(JSON.stringify(registration)).not.toContain(access_token)
    expect(await db.selectFrom('oauth_parcels').selectAll().execute()).toEqual([])
    expect(data.user).toMatchObject({ emails: [{ email: adaAt('google').email, verified: true }] })
  })
})

test('no URL causes a 500 on an OAuth page', async () => {
  const under = await begun()
  const { origin } = under.provider.settings.identity
  const { id } = await under.provider.project()
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('', under.provider.publicToken, loginUrl, '%', '\0'),
  )
  const name = fc.constantFrom(
    'state',
    'code',
    'error',
    'iss',
    'posted',
    'waiting',
    'public_token',
    'custom_scopes',
    'provider_x',
  )
  const path = fc.constantFrom(
    '/v1/public/oauth/google/start',
    '/v1/public/oauth/x/start',
    '/v1/public/oauth/google/onetap/start',
    `/v1/oauth/callback/${id}/google`,
    `/v1/oauth/callback/${id}/x`,
    `/v1/oauth/confirm/${id}`,
  )
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(name, text), { maxLength: 6 }), async (where, query) => {
      const answer = await under.browser.go(`${origin}${where}?${new URLSearchParams(query)}`)
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 60 },
  )
  expect(await countUsers(under)).toBe(0)
})
