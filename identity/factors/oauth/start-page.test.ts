import { describe, expect, test } from 'vitest'
import { browserAt, inUse, loginUrl, oauthUnderTest } from './testing/index.ts'

const open = async (settings: Record<string, string> = {}) => {
  const under = await oauthUnderTest(settings)
  const browser = browserAt(under)
  const begin = (query: Record<string, string> = {}) => browser.go(browser.startUrl('google', query))
  return { ...under, browser, begin }
}

describe('the page at which a sign-in begins', () => {
  test('is kept by nobody, and does not tell the provider from where somebody came', async () => {
    const { register, begin } = await open()
    await register('google')
    const { status, headers } = await begin()
    expect([status, headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
      302,
      'no-store',
      'no-referrer',
    ])
  })

  test('asks Google for accounts of one organization only where the operator named one', async () => {
    const { register, browser } = await open()
    const asked = async () => new URL(await browser.start('google')).searchParams.get('hd')
    await register('google')
    expect(await asked()).toBeNull()
    await register('google', { hostedDomain: 'example.org' })
    expect(await asked()).toBe('example.org')
  })

  test('refuses a challenge that is none, and a missing one where the project wants it', async () => {
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

describe('without a client at the provider', () => {
  const notSetUp = 'oauth_config_not_found'

  test('no sign-in begins', async () => {
    const { browser } = await open(inUse)
    const answer = await browser.go(browser.startUrl('google'), { headers: { 'Accept-Language': 'de' } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Diese Art der Anmeldung ist nicht eingerichtet.')
  })

  test('a sign-in that began with one ends at the application, which is told', async () => {
    const { browser, register, provider } = await open(inUse)
    await register('google')
    const begun = await browser.start('google')
    await provider.db.deleteFrom('oauth_clients').execute()
    const landed = new URL((await browser.comeBack(begun)).headers.get('Location') ?? '')
    expect([landed.origin + landed.pathname, landed.searchParams.get('error')]).toEqual([loginUrl, notSetUp])
  })

  test('tokens of an account are not renewed', async () => {
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
