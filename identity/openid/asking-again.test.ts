import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { isFresh } from './authorize/look.ts'
import { stage } from './testing/index.ts'

const minute = 60_000
const noon = 1_800_000_000_000
const factor = (at: number) => ({ last_authenticated_at: new Date(at).toISOString() }) as never

test.each([
  ['logged in a second before the request came', { proved: noon - 1_000 }, 0, false],
  ['logged in after they were told to', { proved: noon + 5_000, toldAt: noon }, 0, true],
  ['logged in at the moment when they were told to', { proved: noon, toldAt: noon }, 0, true],
  ['was told to, and has not done it', { proved: noon - 1, toldAt: noon }, 0, false],
  ['logged in within the time', { proved: noon - 9_000 }, 10, true],
  ['logged in just so long ago as they may have', { proved: noon - 10_000 }, 10, true],
  ['logged in a little too long ago', { proved: noon - 11_000 }, 10, false],
  ['logged in too long ago, and again since they were told', { proved: noon - 2_000, toldAt: noon - 5_000 }, 1, true],
])('re-authentication for a user who %s', (_, { proved, toldAt = null }: Case, maxAge, fresh) => {
  expect(isFresh({ session: { factors: [factor(proved)] }, shownAt: noon, toldAt }, maxAge)).toBe(fresh)
})
type Case = { proved: number; toldAt?: number | null }

test('a user with a session signs in again for each request that requires it', async () => {
  const { start, sdk, session, userId, signIn, clock, asked, decide, count } = await stage()
  clock.now += 10 * minute
  const again = { prompt: 'login' }
  expect((await start(again)).json.error_type).toBe('stale_factors')
  expect(await count('openid_requests')).toBe(0)
  const silent = await decide(asked({ ...again, prompt: 'login' }), session)
  expect(silent.started.json.error_type).toBe('stale_factors')

  clock.now += minute
  const { session_token: renewed } = await signIn(userId)
  expect((await start(again, renewed)).status).toBe(200)
  const { url } = await decide(asked(again), renewed)
  expect(url?.searchParams.get('code')).toMatch(/^[\w-]{40,}$/)

  clock.now += 5 * minute
  expect((await start(again, renewed)).json.error_type).toBe('stale_factors')
  expect((await start({ max_age: '0' }, renewed)).json.error_type).toBe('stale_factors')
  expect((await start({ max_age: '3600' }, renewed)).status).toBe(200)
  const me = await sdk('GET', '/users/me', undefined, { session: renewed })
  expect(me.status).toBe(200)
})

const timeIn = (idToken = ''): number =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).auth_time

describeStore<Tables>('an application that wants a new log-in', migrations, (open, store) => {
  const onStage = async () => {
    const { url } = store.placeOf(await open())
    return stage(url === undefined ? {} : { IDENTITY_DATABASE_URL: url })
  }
  /** The request as it comes from a page that passes on all of it. */
  const whole = (on: Awaited<ReturnType<typeof stage>>, given: Record<string, string>) => {
    const { scope = '', ...params } = Object.fromEntries(on.asked(given).searchParams)
    const body = { ...params, scopes: scope.split(' ') }
    return {
      start: (session: string | null) => on.sdk('POST', '/idp/oauth/authorize/start', body, { session }),
      submit: (session: string) =>
        on.sdk('POST', '/idp/oauth/authorize/submit', { ...body, consent_granted: true }, { session }),
    }
  }

  test.each([{ prompt: 'login' }, { max_age: '1' }])(
    'a request for re-authentication gets a new sign-in even a second after one, with its auth_time: %j',
    async given => {
      const on = await onStage()
      const { clock, signIn, userId, redeem } = on
      clock.now += 2_000
      const { session_token: session } = await signIn(userId)
      clock.now += 2_000
      const { start, submit } = whole(on, given)
      expect((await start(session)).json.error_type).toBe('stale_factors')
      expect((await start(session)).json.error_type).toBe('stale_factors')
      clock.now += 3_000
      const { session_token: renewed } = await signIn(userId)
      expect((await start(renewed)).status).toBe(200)
      const { data } = await submit(renewed)
      const { json } = await redeem(String(data.authorization_code))
      expect(timeIn(json.id_token)).toBe(Math.floor(clock.now / 1_000))
    },
  )

  test.each([{ prompt: 'login' }, { max_age: '1' }])(
    'a signed-out user who signs in for the request satisfies it: %j',
    async given => {
      const on = await onStage()
      const { clock, signIn, userId } = on
      const { start, submit } = whole(on, given)
      expect((await start(null)).data).toMatchObject({ login_required: true, consent_required: true })
      clock.now += 20_000
      const { session_token: session } = await signIn(userId)
      clock.now += 5_000
      expect((await start(session)).status).toBe(200)
      expect((await submit(session)).data.authorization_code).toMatch(/^[\w-]{40,}$/)
      // It is spent: the same address once more wants another log-in.
      expect((await start(session)).json.error_type).toBe('stale_factors')
    },
  )

  test('time spent on the consent page does not count toward max_age', async () => {
    const on = await onStage()
    const { start, submit } = whole(on, { max_age: '10' })
    const { session_token: session } = await on.signIn(on.userId)
    on.clock.now += 5_000
    expect((await start(session)).status).toBe(200)
    on.clock.now += 60_000
    expect((await submit(session)).data.authorization_code).toMatch(/^[\w-]{40,}$/)
  })

  test('a request without state or nonce can require a sign-in, and other requests are not recorded', async () => {
    const on = await onStage()
    const noted = async () => (await on.db.selectFrom('openid_logins').selectAll().execute()).length
    await whole(on, {}).start(null)
    const { client_id, redirect_uri, response_type } = Object.fromEntries(on.asked().searchParams)
    const bare = { client_id, redirect_uri, response_type, prompt: 'login', scopes: ['openid'] }
    const { data } = await on.sdk('POST', '/idp/oauth/authorize/start', bare)
    expect(data).toMatchObject({ login_required: true })
    expect(await noted()).toBe(0)
  })

  test('a sign-in for another request, or from before this one was seen, does not satisfy it', async () => {
    const on = await onStage()
    const { clock, signIn, userId } = on
    await whole(on, { prompt: 'login', state: 'one' }).start(null)
    clock.now += 20_000
    const { session_token: session } = await signIn(userId)
    expect((await whole(on, { prompt: 'login', state: 'two' }).start(session)).json.error_type).toBe('stale_factors')
    clock.now += 1_000
    await whole(on, { prompt: 'login', state: 'three' }).start(null)
    expect((await whole(on, { prompt: 'login', state: 'three' }).start(session)).json.error_type).toBe('stale_factors')
  })
})
