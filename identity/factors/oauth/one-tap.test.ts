import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { adaAt, loginUrl, oauthUnderTest, oneTapAt, registered, signupUrl } from './testing/index.ts'

const open = async () => {
  const under = await oauthUnderTest()
  await under.register('google')
  const { fake } = under

  const credential = (nonce: string | null = null, clientId = registered.clientId('google')) =>
    fake.credential(clientId, adaAt('google'), nonce)

  return { ...under, ...oneTapAt(under), credential }
}

describe('One Tap', () => {
  test('One Tap redirects to the application with a token', async () => {
    const { provider, start, submit, credential } = await open()
    const first = await start()
    expect(first.json.google_client_id).toBe(registered.clientId('google'))
    const answer = await submit(first, await credential())
    const url = new URL(answer.json.redirect_url ?? '')
    expect(url.origin + url.pathname).toBe(signupUrl)
    const token = url.searchParams.get('token')
    const { data } = await provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 })
    expect(data).toMatchObject({ status_code: 200, provider_type: 'Google' })
    const again = await submit(await start(), await credential())
    expect(again.json.redirect_url).toContain(loginUrl)
  })

  test('One Tap sets a partitioned cookie readable in a cross-site frame', async () => {
    const { cookie } = await (await open()).start()
    expect(cookie).toContain('SameSite=None; Secure; Partitioned')
    expect(cookie).not.toContain('HttpOnly')
  })

  test('One Tap rejects an id_token of another client, a replayed one, and one without our nonce', async () => {
    const { provider, start, submit, credential } = await open()
    const foreign = await submit(await start(), await credential(null, 'another-client'))
    expect(foreign.json.error_type).toBe('id_token_incorrect_audience')

    const prompt = await start({ nonce: 'on' })
    expect(prompt.json.nonce).toBeTruthy()
    expect((await submit(prompt, await credential())).status).toBe(401)
    expect((await submit(prompt, await credential('another'))).json.error_type).toBe('id_token_nonce_invalid')
    const idToken = await credential(prompt.json.nonce)
    expect((await submit(prompt, idToken)).status).toBe(200)
    expect((await submit(prompt, idToken)).json.error_type).toBe('oauth_state_mismatch')

    const once = await credential()
    expect((await submit(await start(), once)).status).toBe(200)
    expect((await submit(await start(), once)).json.error_type).toBe('id_token_invalid')
    expect(await provider.db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('One Tap rejects a request without the cookie or its copy, or with another prompt’s cookie', async () => {
    const { start, submit, credential } = await open()
    const [prompt, other] = [await start(), await start()]
    const idToken = await credential()
    for (const change of [
      { cookie: '' },
      { cookie: `stytch_csrf_token=${other.csrf}` },
      { body: { stytch_csrf_token: other.csrf } },
      { body: { stytch_csrf_token: 'x' } },
      { cookie: `stytch_csrf_token=${other.csrf}`, body: { stytch_csrf_token: other.csrf } },
      { headers: { 'X-Stytch-OAuth-Type': 'x' } },
      { body: { login_redirect_url: 'https://evil.example/' } },
    ]) {
      expect((await submit(prompt, idToken, change)).status).toBe(400)
    }
    expect((await submit(prompt, idToken)).status).toBe(200)
  })

  test('One Tap reports why it is unavailable', async () => {
    const { provider, start } = await open()
    expect((await start({ public_token: 'public-token-test-nobody' })).json.error_type).toBe('public_token_not_found')
    await provider.configure({ redirectUrls: { login: [], signup: [signupUrl], reset_password: [] } })
    expect((await start()).json.error_type).toBe('no_login_redirect_urls_set')
    await provider.configure({ redirectUrls: { login: [loginUrl], signup: [], reset_password: [] } })
    expect((await start()).json.error_type).toBe('no_signup_redirect_urls_set')
  })

  test('One Tap sets a five-minute cookie, and a nonce only if requested', async () => {
    const { start } = await open()
    const { cookie, json } = await start()
    expect(cookie).toMatch(/^stytch_csrf_token=[\w-]{36}; Max-Age=300; Path=\/; SameSite=None; Secure; Partitioned$/)
    expect(json).not.toHaveProperty('nonce')
    expect(json).not.toHaveProperty('script_url')
    expect((await start({ nonce: 'on' })).json.nonce).toMatch(/^[\w-]{36}$/)
  })

  test('One Tap keeps a frame’s existing valid cookie', async () => {
    const { provider, start } = await open()
    const { csrf } = await start()
    const again = async (cookie: string) => {
      const query = new URLSearchParams({ public_token: provider.publicToken })
      const answer = await provider.app.request(
        `${provider.settings.identity.origin}/v1/public/oauth/google/onetap/start?${query}`,
        { headers: { Cookie: `stytch_csrf_token=${cookie}` } },
      )
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      return /^stytch_csrf_token=([^;]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1]
    }
    expect(await again(csrf)).toBe(csrf)
    for (const odd of ['', 'x', `${csrf}x`, `!${csrf}`]) expect(await again(odd)).not.toBe(odd)
  })

  test('One Tap answers only JSON requests from our frame', async () => {
    const { provider, start, submit, credential } = await open()
    const prompt = await start()
    const { origin } = provider.settings.identity
    const answer = await provider.app.request(`${origin}/v1/oauth/callback/${prompt.json.oauth_callback_id}`, {
      method: 'POST',
      headers: { 'X-Stytch-OAuth-Type': 'google-one-tap', Cookie: `stytch_csrf_token=${prompt.csrf}` },
      body: '{',
    })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
    expect((await submit(prompt, await credential())).status).toBe(200)
  })

  test('One Tap accepts a credential once under concurrency', async () => {
    const { start, submit, credential } = await open()
    const prompt = await start()
    const answers = await Promise.all([await credential(), await credential()].map(each => submit(prompt, each)))
    const [refused, ...more] = answers.filter(({ status }) => status !== 200)
    expect([refused?.json.error_type, more]).toEqual(['oauth_state_used', []])
  })

  test('One Tap remembers id_tokens for two hours, longer than Google considers them valid', async () => {
    const { provider, start, submit, credential } = await open()
    await submit(await start(), await credential())
    const rows = await provider.db.selectFrom('single_use_secrets').selectAll().execute()
    const used = rows.filter(({ kind }) => kind === 'oauth_id_token')
    expect(used.map(row => row.expires_at - row.created_at)).toEqual([7_200_000])
  })

  test('One Tap redirects to the requested URL among those of the project', async () => {
    const { provider, start, submit, credential } = await open()
    const [login, signup] = [`${loginUrl}/2`, `${signupUrl}/2`]
    await provider.configure({
      redirectUrls: { login: [loginUrl, login], signup: [signupUrl, signup], reset_password: [] },
    })
    const linkOptions = { body: { login_redirect_url: login, signup_redirect_url: signup } }
    for (const page of [signup, login]) {
      const { json } = await submit(await start(), await credential(), linkOptions)
      expect(json.redirect_url?.split('?')[0]).toBe(page)
      const token = new URL(json.redirect_url ?? '').searchParams.get('token')
      const { data } = await provider.sdk('POST', '/oauth/authenticate', { token, session_duration_minutes: 60 })
      // The id_token is all that One Tap gives.
      expect(data.provider_values).toEqual({
        ...{ access_token: '', refresh_token: '', expires_at: '' },
        ...{ id_token: expect.stringMatching(/^ey/), scopes: ['openid', 'profile', 'email'] },
      })
    }
    const tooLong = { body: { login_redirect_url: `${login}?${'x'.repeat(2_048)}` } }
    expect((await submit(await start(), await credential(), tooLong)).json.error_type).toBe('bad_request')
  })

  test('One Tap uses the sandbox on localhost without a registered client', async () => {
    const provider = await identityUnderTest()
    await provider.configure({ redirectUrls: { login: [loginUrl], signup: [signupUrl], reset_password: [] } })
    const { json } = await oneTapAt({ provider } as Parameters<typeof oneTapAt>[0]).start()
    const { origin } = provider.settings.identity
    expect(json.script_url).toBe(`${origin}/sandbox/oauth/accounts.google.com/gsi/client`)
    expect(json.google_client_id).toBe('sandbox-google')
  })
})
