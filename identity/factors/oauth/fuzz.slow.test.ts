import { oauthProviders } from '@corroborate/wire/providers'
import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adaAt, browserAt, oauthUnderTest, registered } from './testing/index.ts'

const nasty = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '0', 'null', '[]', '{}', '\r\nSet-Cookie: x=1', '<script>alert(1)</script>', '../../etc/passwd'],
    ...[
      "' or 1=1 --",
      '__proto__',
      'javascript:alert(1)',
      '//evil.example',
      'https://evil.example/',
      '%',
      '%00',
      '\ud800',
    ],
    ...['x'.repeat(4_096), 'x'.repeat(4_097), 'é'.repeat(300), '１２３'],
  ),
  fc.string({ unit: anyLetter, maxLength: 50 }),
  fc.base64String({ maxLength: 60 }),
)

/** Parameters by name, some of them twice, and some that must be ignored. */
const queryOf = (names: readonly string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor', 'user_id'), nasty), { maxLength: 8 })
    .map(pairs => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'))

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const runs = { numRuns: 150 }

test('no fuzzed request to the OAuth pages causes a 500 or a sign-in', async () => {
  const under = await oauthUnderTest({ LIMITS_SCALE: '100000' })
  await under.register('google')
  await under.register('apple')
  const { provider, fake } = under
  const { origin } = provider.settings.identity
  const { id } = await provider.project()
  const browser = browserAt(under)

  const rowsOf = async (table: 'users' | 'sessions' | 'oauth_registrations' | 'single_use_secrets' | 'oauth_parcels') =>
    provider.db
      .selectFrom(table as 'users')
      .selectAll()
      .execute()
  const accounts = async () =>
    JSON.stringify(await Promise.all((['users', 'sessions', 'oauth_registrations'] as const).map(rowsOf)))
  const secrets = async () =>
    JSON.stringify(await Promise.all((['single_use_secrets', 'oauth_parcels'] as const).map(rowsOf)))

  const untouched = await accounts()
  const check = async (send: () => Promise<Response>) => {
    const before = await secrets()
    const answer = await send()
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get('Set-Cookie') ?? '').not.toContain('x=1')
    if (answer.status >= 400) expect(await secrets()).toBe(before)
    const to = answer.headers.get('Location')
    if (to !== null) expect(to).not.toMatch(/^(?:https:)?\/\/evil|^javascript:|[?&]token=/)
    expect(await accounts()).toBe(untouched)
  }

  const providerName = fc.oneof(fc.constantFrom<string>(...oauthProviders), nasty.map(encode))
  const startNames =
    'public_token code_challenge custom_scopes login_redirect_url signup_redirect_url oauth_attach_token provider_scope provider_state provider_prompt'
  await fc.assert(
    fc.asyncProperty(providerName, queryOf(startNames.split(' ')), fc.boolean(), (name, query, isOurs) =>
      check(() =>
        browser.go(
          `${origin}/v1/public/oauth/${name}/start?${isOurs ? `public_token=${provider.publicToken}&` : ''}${query}`,
        ),
      ),
    ),
    runs,
  )

  const callbackNames = 'state code iss error error_description posted id_token response'.split(' ')
  await fc.assert(
    fc.asyncProperty(providerName, queryOf(callbackNames), fc.constantFrom('GET', 'POST'), (name, query, method) =>
      check(() => {
        const url = `${origin}/v1/oauth/callback/${id}/${name}`
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
        return method === 'GET' ? browser.go(`${url}?${query}`) : browser.go(url, { method, headers, body: query })
      }),
    ),
    runs,
  )

  // With a state that is valid, and any code.
  await fc.assert(
    fc.asyncProperty(nasty, queryOf(['iss', 'error_description', 'user']), async (code, query) => {
      const { redirectUri, params } = fake.visit(await browser.start('google'))
      const state = encode(params.get('state') ?? '')
      await check(() => browser.go(`${redirectUri}?state=${state}&code=${encode(code)}&${query}`))
    }),
    { numRuns: 40 },
  )

  const credential = await fake.credential(registered.clientId('google'), adaAt('google'), null)
  const oneTap = `${origin}/v1/public/oauth/google/onetap/start`
  await fc.assert(
    fc.asyncProperty(queryOf(['public_token', 'nonce']), query => check(() => browser.go(`${oneTap}?${query}`))),
    runs,
  )
  const bent = fc
    .tuple(fc.nat(credential.length - 1), fc.constantFrom('A', '.', '=', '-', ' '))
    .map(([at, by]) => credential.slice(0, at) + by + credential.slice(at + 1))
    .filter(text => text !== credential && !text.startsWith(credential.slice(0, -1)))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(bent, nasty),
      nasty,
      fc.jsonValue(),
      fc.boolean(),
      async (idToken, csrf, junk, isBegun) => {
        const begun = await browser.go(`${oneTap}?public_token=${provider.publicToken}`)
        const { oauth_callback_id: callbackId } = (await begun.json()) as { oauth_callback_id: string }
        const body = isBegun
          ? { id_token: idToken, stytch_csrf_token: browser.cookies.get('stytch_csrf_token') }
          : { id_token: idToken, stytch_csrf_token: csrf, login_redirect_url: junk }
        await check(() =>
          browser.go(`${origin}/v1/oauth/callback/${encode(callbackId)}`, {
            method: 'POST',
            headers: { 'Content-Type': 'text/plain', 'X-Stytch-OAuth-Type': 'google-one-tap' },
            body: JSON.stringify(body),
          }),
        )
      },
    ),
    { numRuns: 60 },
  )
})
