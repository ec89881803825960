import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import type { AppTables } from '../../../testing/index.ts'
import { type Browser, signedInSiteOn } from './testing/index.ts'

const ask = (browser: Browser, headers: Record<string, string>) =>
  browser.calls('/authenticate/session', { method: 'POST', headers })

describeStore<AppTables>('POST /authenticate/session', siteMigrations, open => {
  test('the endpoint returns the account’s session to its page, uncached', async () => {
    const { browser, session } = await signedInSiteOn(await open())
    const answer = await ask(browser, { 'acting-for': session.user.id })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { session_token: session.token, user_id: session.user.id },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('the endpoint returns no session to pages of other accounts, visitors or other sites', async () => {
    const { browser, provider, session } = await signedInSiteOn(await open())
    const refused = async (headers: Record<string, string>) => {
      const { status, text } = await ask(browser, headers)
      expect(text).not.toContain(session.token)
      return status
    }
    expect(await refused({ 'acting-for': provider.addUser('eve@example.org').id })).toBe(401)
    expect(await refused({})).toBe(403)
    expect(await refused({ 'acting-for': session.user.id, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await refused({ 'acting-for': session.user.id, 'sec-fetch-site': 'same-site' })).toBe(403)
  })

  test('the endpoint returns nothing after the session ended or while it cannot be checked', async () => {
    const { browser, provider, session } = await signedInSiteOn(await open())
    provider.clock.now += 6 * 60_000
    provider.behave({ status: 503 })
    expect((await ask(browser, { 'acting-for': session.user.id })).status).toBe(503)
    provider.behave('answer')
    await browser.calls('/logout', { method: 'POST' })
    expect((await ask(browser, { 'acting-for': session.user.id })).status).toBe(401)
  })
})
