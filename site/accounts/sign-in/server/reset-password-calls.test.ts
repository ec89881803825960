import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { AppTables } from '../../../testing/index.ts'
import { ada, newsOf, paper, siteOn } from './testing/index.ts'

const overTls = { SITE_ORIGIN: 'https://papers.example' }
const password = 'lantern gravel opus'

describeStore<AppTables>('/reset-password', siteMigrations, open => {
  const setUp = async (settings?: Record<string, string>) => {
    const site = await siteOn(await open(), settings)
    const user = ada(site.provider)
    const token = site.provider.mailLink(user)
    return { ...site, user, token, page: `/reset-password?reset_password_token=${token}` }
  }

  test('/reset-password is uncached and sends no referrer, for GET and POST', async () => {
    const { browser, token, page } = await setUp()
    for (const { headers } of [
      await browser.asks(page),
      await browser.asks('/reset-password', { form: { token, password: 'short' } }),
      await browser.asks('/reset-password', { form: { token, password } }),
    ])
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })

  test('a browser that reports no form origin sends its token, over TLS too', async () => {
    for (const settings of [{}, overTls]) {
      const { browser, token, page } = await setUp(settings)
      const asked: string = Reflect.get((await browser.says(page)).shown().model as object, 'asked')
      expect([...browser.cookies]).toEqual([[settings === overTls ? '__Host-asked' : 'corroborate_asked', asked]])
      const form = { token, password, redirect_url: paper, asked }
      expect(await browser.says('/reset-password', { form })).toMatchObject({ status: 303, location: paper })
    }
  })

  test('the next page’s script receives the user and the login method', async () => {
    const { browser, user, token } = await setUp()
    await browser.asks('/reset-password', { form: { token, password } })
    const login = { method: 'password', isSignup: true, name: 'Ada Lovelace', email: 'ada@example.org' }
    expect(newsOf(browser)).toEqual({ kind: 'in', token: expect.any(String), userId: user.id, login })
  })

  test('a used link is distinguished from one that cannot be checked now', async () => {
    const { browser, provider, token, page } = await setUp()
    provider.behave({ refusal: 'too_many_requests' })
    const limited = await browser.asks(page)
    expect([limited.status, limited.shown()]).toMatchObject([503, { model: { kind: 'failed' } }])
    provider.behave('answer')
    await browser.asks('/reset-password', { form: { token, password } })
    const spent = await browser.asks(page)
    const used = { kind: 'failed', message: expect.stringContaining('used already') }
    expect([spent.status, spent.shown()]).toMatchObject([401, { model: used }])
  })

  test('the form reports a used link too and keeps its return URL', async () => {
    const { browser, provider, token } = await setUp()
    const send = () => browser.asks('/reset-password', { form: { token, password, redirect_url: paper } })
    provider.behave({ status: 503 })
    const away = await send()
    expect([away.status, away.shown()]).toMatchObject([503, { model: { kind: 'failed', redirect: paper } }])
    expect(provider.asked('/magic_links/look')).toBe(0)
    provider.behave('answer')
    expect(await send()).toMatchObject({ status: 303, location: paper })
    const spent = await send()
    expect([spent.status, spent.shown()]).toMatchObject([401, { model: { kind: 'failed', redirect: paper } }])
  })
})
