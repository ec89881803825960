import { describe, expect, test } from 'vitest'
import { browserAt, inUse, loginUrl, oauthUnderTest } from './testing/index.ts'

const open = async (settings: Record<string, string> = {}) => {
  const under = await oauthUnderTest(settings)
  const browser = browserAt(under)
  const begin = (query: Record<string, string> = {}) => browser.go(browser.startUrl('google', query))
  return { ...under, browser, begin }
}

describe('OAuth start page', () => {
  test('the start page is not cached and sends no referrer', async () => {
    const { register, begin } = await open()
    await register('google')
    const { status, headers } = await begin()
    expect([status, headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
      302,
      'no-store',
      'no-referrer',
    ])
  })

  test('Google’s organization parameter is sent only if configured', async () => {
    const { register, browser } = await open()
    const asked = async () => new URL(await browser.start('google')).searchParams.get('hd')
    await register('google')
    expect(await asked()).toBeNull()
    await register('google', { hostedDomain: 'example.org' })
    expect(await asked()).toBe('example.org')
  })

  test('an invalid challenge, or a missing required one, is rejected', async () => {
    const { register, begin, provider } = await open()
    await register('google')
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
    const statuses = async () => [
      (await begin()).status,
      (await begin(challenge)).status,
      (await begin({ code_challenge: 'short' })).status,
    ]
    expect(await statuses()).toEqual([302, 302, 400])
    await provider.configure({ pkce: { magicLinks: false, passwordResets: false, oauth: true } })
    expect(await statuses()).toEqual([400, 302, 400])
  })
})

describe('missing OAuth client', () => {
  const notSetUp = 'oauth_config_not_found'

  test('no sign-in starts without a client', async () => {
    const { browser } = await open(inUse)
    const answer = await browser.go(browser.startUrl('google'), { headers: { 'Accept-Language': 'de' } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Diese Art der Anmeldung ist nicht eingerichtet.')
  })

  test('a sign-in whose client was removed returns to the application with an error', async () => {
    const { browser, register, provider } = await open(inUse)
    await register('google')
    const begun = await browser.start('google')
    await provider.db.deleteFrom('oauth_clients').execute()
    const landed = new URL((await browser.comeBack(begun)).headers.get('Location') ?? '')
    expect([landed.origin + landed.pathname, landed.searchParams.get('error')]).toEqual([loginUrl, notSetUp])
  })

  test('tokens are not refreshed without a client', async () => {
    const { browser, register, provider, fake } = await open(inUse)
    await register('gitlab')
    const { data } = await browser.authenticate('gitlab')
    await provider.db.deleteFrom('oauth_clients').execute()
    provider.clock.now += 2 * 60 * 60_000 - 60_000
    fake.log.length = 0
    const { session_token: session } = await provider.signIn(String(data.user_id))
    const asked = { oauth_user_registration_id: data.oauth_user_registration_id }
    const answer = await provider.sdk('POST', '/oauth/provider_values', asked, { session })
    expect(answer.json).toMatchObject({ error_type: notSetUp })
    expect(fake.log).toEqual([])
  })
})
