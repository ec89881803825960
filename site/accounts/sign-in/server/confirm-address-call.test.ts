import type { HttpContext } from '@corroborate/server-kit/http'
import { describeStore } from '@corroborate/server-kit/testing'
import { Hono } from 'hono'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../../app/migrations.ts'
import { type AppTables, appUnderTest, type ShownPage, startIdentityProvider } from '../../../testing/index.ts'
import { createConfirmAddressCall } from './account-calls.ts'
import { siteOn } from './testing/index.ts'

const paper = '/10.1000/x'
/** Backoff after a provider failure, in ms. */
const leftAlone = 2_000

describeStore<AppTables>('the address of an account that has proved nothing', siteMigrations, open => {
  const setUp = async (more: { proved?: boolean; phone?: string } = {}, settings: Record<string, string> = {}) => {
    const provider = await startIdentityProvider()
    onTestFinished(() => provider.close())
    const now = () => provider.clock.now
    const db = await open()
    const { app, origin, jobs } = appUnderTest({ db, identity: provider.origin, settings, now })
    const user = provider.addUser('ada@example.org', { proved: false, ...more })
    const { token } = provider.signIn(user)
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }
    const ask = async (
      path: string,
      form?: Record<string, string>,
      cookie = `corroborate_session=${token}.`,
      more: Record<string, string> = {},
    ) => {
      const body = form && new URLSearchParams(form).toString()
      const answer = await app.request(origin + path, {
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...more,
          cookie,
          ...(body !== undefined && {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': String(body.length),
          }),
        },
        ...(body !== undefined && { body }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        location: answer.headers.get('location'),
        cookies: answer.headers.getSetCookie(),
        shown: () => JSON.parse(text) as ShownPage,
      }
    }
    return { provider, user, ask, db, jobs, token }
  }
  const again = { redirect_url: paper }

  test('an unverified account is prompted on every page until it verifies', async () => {
    const { user, ask } = await setUp()
    for (const path of ['/', paper, '/search?q=']) expect((await ask(path)).shown().reader.unconfirmed).toBe(true)
    expect((await ask(paper, undefined, '')).shown().reader.unconfirmed).toBe(false)
    user.proved = true
    for (const path of ['/', paper]) expect((await ask(path)).shown().reader.unconfirmed).toBe(false)
  })

  test('signing up queues one confirmation email in the transaction that stores the account', async () => {
    const { provider, ask, db, jobs } = await setUp()
    for (const path of ['/', paper]) await ask(path)
    const queued = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
    expect(queued.map(({ kind, payload }) => [kind, JSON.parse(payload)])).toEqual([
      ['sign-in.confirm', { email: 'ada@example.org', address: 'unknown' }],
    ])
    const send = () => jobs['sign-in.confirm']?.(JSON.parse(queued[0]?.payload ?? ''), expect.anything())
    provider.behave({ status: 503 })
    await expect(send()).rejects.toThrow()
    expect(provider.mails).toEqual([])
    provider.behave('answer')
    provider.clock.now += leftAlone
    await send()
    expect(provider.mails).toMatchObject([{ email: 'ada@example.org', landing: 'http://localhost:5000/authenticate' }])
  })

  test('a verified account gets no confirmation email', async () => {
    const { ask, db } = await setUp({ proved: true })
    await ask(paper)
    expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([])
  })

  test('an account with a verified phone number is not prompted', async () => {
    const { ask } = await setUp({ phone: '+14155550100' })
    expect((await ask(paper)).shown().reader).toMatchObject({ signedIn: true, unconfirmed: false })
  })

  test('a form resends the email and returns to the page', async () => {
    const { provider, ask } = await setUp()
    const answer = await ask('/confirm-address', again)
    expect([answer.status, answer.shown()]).toMatchObject([
      200,
      { page: 'login', model: { kind: 'confirming', email: 'ada@example.org', redirect: paper } },
    ])
    expect(provider.mails).toMatchObject([{ email: 'ada@example.org', landing: 'http://localhost:5000/authenticate' }])
  })

  test('no email is resent when verified, signed out, or with a foreign return URL', async () => {
    const { provider, user, ask } = await setUp()
    expect(await ask('/confirm-address', again, '')).toMatchObject({ status: 303, location: paper })
    user.proved = true
    expect(await ask('/confirm-address', again)).toMatchObject({ status: 303, location: paper })
    expect(await ask('/confirm-address', { redirect_url: 'https://evil.example/' })).toMatchObject({ location: '/' })
    expect(provider.mails).toEqual([])
  })

  test('at most ten confirmation emails are sent in ten minutes', async () => {
    const { provider, ask } = await setUp({}, { LIMITS_SCALE: '0.2' })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await ask('/confirm-address', again)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(provider.mails).toHaveLength(2)
  })

  test('an unavailable provider is reported to the user', async () => {
    const { provider, ask } = await setUp()
    const { cookies } = await ask(paper)
    const withJwt = cookies.find(cookie => cookie.startsWith('corroborate_session='))?.split(';')[0]
    await ask(paper, undefined, withJwt)
    provider.behave({ status: 503 })
    expect((await ask('/confirm-address', again)).status).toBe(503)
    // Also if the site can verify the user itself, and only the mail cannot be sent.
    expect((await ask('/confirm-address', again, withJwt)).status).toBe(503)
  })

  describe('failed confirmation email', () => {
    const confirm = '/confirm-address'
    const setUp = async () => {
      const site = await siteOn(await open())
      const { token } = site.provider.signIn(site.provider.addUser('ada@example.org', { proved: false }))
      site.browser.cookies.set('corroborate_session', `${token}.`)
      return { ...site, send: () => site.browser.asks(confirm, { form: again }) }
    }

    test('no email is sent when the session cannot be checked', async () => {
      const { provider, send } = await setUp()
      provider.behave({ refusal: 'too_many_requests', at: '/sessions/authenticate' })
      const answer = await send()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(provider.mails).toEqual([])
    })

    test.each([
      ['too_many_requests', 429],
      ['invalid_email', 503],
    ] as const)('the provider error %s becomes status %i', async (refusal, status) => {
      const { provider, send } = await setUp()
      provider.behave({ refusal, at: '/passwords/email/reset/start' })
      expect((await send()).status).toBe(status)
    })
  })

  test('the response is not cached', async () => {
    const { browser } = await siteOn(await open())
    const { headers } = await browser.asks('/confirm-address', { form: again })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  describe('confirmation without JavaScript', () => {
    const opened = async () => {
      const world = await setUp()
      await world.ask('/confirm-address', again)
      const [mail] = world.provider.mails
      const token = mail?.token ?? ''
      const landing = `/authenticate?stytch_token_type=reset_password&token=${token}`
      return { ...world, token, landing }
    }

    test('the link’s page explains itself and names the account, and a password typed there signs in', async () => {
      const { provider, ask, token, landing } = await opened()
      const sent = await ask(landing, undefined, '')
      expect(sent).toMatchObject({ status: 303, location: expect.stringMatching(/^\/reset-password\?/) })
      const page = await ask(sent.location ?? '', undefined, '')
      expect(page.shown()).toMatchObject({
        page: 'authenticate',
        model: { kind: 'password', account: 'ada@example.org', confirms: true, problem: null, token },
      })
      const weak = await ask('/reset-password', { token, password: 'short' }, '')
      expect([weak.status, weak.shown()]).toMatchObject([
        400,
        { model: { kind: 'password', problem: expect.stringMatching(/\.$/) } },
      ])
      const done = await ask('/reset-password', { token, password: 'lantern gravel opus', redirect_url: paper }, '')
      expect(done).toMatchObject({ status: 303, location: paper })
      expect(done.cookies.some(cookie => cookie.startsWith('corroborate_session='))).toBe(true)
      expect(provider.asked('/passwords/email/reset')).toBe(2)
      // The second time, the error is shown before any input.
      expect((await ask(sent.location ?? '', undefined, '')).shown()).toMatchObject({ model: { kind: 'failed' } })
    })

    test('the page shows the address without invisible characters', async () => {
      const { user, ask, token } = await opened()
      user.email = 'a\u202eda@exa\u200bmple.org'
      const page = await ask(`/reset-password?reset_password_token=${token}`, undefined, '')
      expect(page.shown()).toMatchObject({ model: { kind: 'password', account: 'ada@example.org' } })
    })

    test('a button alone verifies the address', async () => {
      const { ask, token } = await opened()
      const done = await ask('/authenticate', { stytch_token_type: 'login', token }, '')
      expect(done).toMatchObject({ status: 303, location: '/' })
      expect(done.cookies.some(cookie => cookie.startsWith('corroborate_session='))).toBe(true)
    })

    test('a form of unknown origin does not verify the address', async () => {
      const { provider, ask, token } = await opened()
      const bare = { 'sec-fetch-site': 'none' }
      const page = await ask('/reset-password', { token, password: 'lantern gravel opus' }, '', bare)
      expect(page.shown()).toMatchObject({ model: { kind: 'password', problem: null } })
      expect(provider.asked('/passwords/email/reset')).toBe(0)
    })

    test('the page names no account while the provider is unavailable', async () => {
      const { provider, ask, landing } = await opened()
      const sent = await ask(landing, undefined, '')
      provider.behave({ status: 503 })
      expect((await ask(sent.location ?? '', undefined, '')).status).toBe(503)
      expect(await ask('/reset-password', undefined, '')).toMatchObject({ status: 303, location: '/login' })
    })
  })
})

test('an account without an address gets no email', async () => {
  const confirm = createConfirmAddressCall({
    origin: 'http://localhost',
    people: { session: () => ({ signedIn: true, proved: false, email: null }) },
  } as unknown as Parameters<typeof createConfirmAddressCall>[0])
  const app = new Hono().post('/', c => confirm(c as unknown as HttpContext))
  const answer = await app.request('/', { method: 'POST', body: new URLSearchParams({ redirect_url: paper }) })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, paper])
})
