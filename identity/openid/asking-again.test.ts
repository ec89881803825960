import { expect, test } from 'vitest'
import { isFresh } from './authorize/is-fresh.ts'
import { stage } from './testing/index.ts'

const minute = 60_000
const noon = 1_800_000_000_000
const factor = (at: number) => ({ last_authenticated_at: new Date(at).toISOString() }) as never

test.each([
  ['logged in a second before the request came', { proved: noon - 1_000 }, 0, false],
  ['logged in after they were told to', { proved: noon + 5_000, toldAt: noon }, 0, true],
  ['was told to, and has not done it', { proved: noon - 1_000, toldAt: noon }, 0, false],
  ['was not signed in before, and has just logged in', { proved: noon - 1_000, startedAt: noon - 1_000 }, 0, true],
  ['signed in for something else an hour ago', { proved: noon - 60 * minute }, 0, false],
  ['logged in within the time', { proved: noon - 9_000 }, 10, true],
  ['logged in a little too long ago', { proved: noon - 11_000 }, 10, false],
])('somebody who %s', (_, { proved, toldAt = null, startedAt = noon - 90 * minute }: Case, maxAge, fresh) => {
  expect(isFresh({ session: { startedAt, factors: [factor(proved)] }, shownAt: noon, toldAt }, maxAge)).toBe(fresh)
})
type Case = { proved: number; toldAt?: number | null; startedAt?: number }

test('somebody who has a session logs in again for each request that wants it', async () => {
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
