import type { OAuthProvider } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { browserAt, oauthUnderTest, postFromApple } from './testing/index.ts'

describe('OAuth callback URL', () => {
  const open = async (name: OAuthProvider) => {
    const under = await oauthUnderTest()
    await under.register(name)
    return { ...under, browser: browserAt(under) }
  }

  test('the callback URL contains the project and provider', async () => {
    const { browser, fake } = await open('google')
    const { redirectUri, params } = fake.visit(await browser.start('google'))
    for (const [part, other] of [
      [/\/google$/, '/nobody'],
      [/project-[\w-]+/, 'project-test-nobody'],
    ] as const) {
      const answer = await browser.go(`${redirectUri.replace(part, other)}?${params}`)
      const { headers, status } = answer
      expect([status, headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual([
        404,
        'no-store',
        'no-referrer',
      ])
    }
    expect((await browser.go(`${redirectUri}?${params}`)).status).toBe(302)
  })

  test('Apple’s form POST is used once', async () => {
    const { browser, fake, provider } = await open('apple')
    const { redirectUri, params } = fake.visit(await browser.start('apple'))
    const posted = await postFromApple({ provider }, redirectUri, params.toString())
    const onwards = new URL(posted.headers.get('Location') ?? '', redirectUri).href
    expect((await browser.go(onwards.replace(/posted=.*/, 'posted=x'))).status).toBe(400)
    expect((await browser.go(onwards)).status).toBe(302)
    expect((await browser.go(onwards)).status).toBe(400)
  })

  test('a POST without a sign-in in progress stores nothing', async () => {
    const { fake, provider, browser } = await open('apple')
    const { redirectUri, params } = fake.visit(await browser.start('apple'))
    const kept = () => provider.db.selectFrom('oauth_parcels').selectAll().execute()
    const before = (await kept()).length
    for (const state of ['', 'x', 'x'.repeat(43)]) {
      const body = new URLSearchParams(params)
      body.set('state', state)
      expect((await postFromApple({ provider }, redirectUri, body.toString())).status).toBe(400)
    }
    expect(await kept()).toHaveLength(before)
    expect((await postFromApple({ provider }, redirectUri, params.toString())).status).toBe(303)
    expect(await kept()).toHaveLength(before + 1)
  })

  test('at most 8 KB of the name posted by Apple is stored', async () => {
    const { fake, provider, browser } = await open('apple')
    const { redirectUri, params } = fake.visit(await browser.start('apple'))
    params.set('user', 'x'.repeat(100_000))
    await postFromApple({ provider }, redirectUri, params.toString())
    const [kept] = await provider.db.selectFrom('oauth_parcels').select('content').execute()
    expect(kept?.content.length).toBeLessThan(16_000)
    expect(kept?.content.length).toBeGreaterThan(8_192)
  })
})
