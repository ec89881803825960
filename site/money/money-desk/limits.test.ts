import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type DeskTables, siteMigrations, startDesk } from './testing/index.ts'

describeStore<DeskTables>('one person', siteMigrations, open => {
  test.each([
    ['decides about money', '/moderate/money', { act: 'award', why: 'x' }, 300],
    ['decides about proposals', '/moderate/money/proposal/x', { action: 'confirm', version: 1 }, 300],
    ['notes payouts', '/moderate/money/payout/x', { action: 'again' }, 300],
    ['says how to be paid by hand', '/dashboard/awards', { details: 'x' }, 30],
    ['goes to Stripe to be paid', '/dashboard/awards/stripe', {}, 30],
    ['declines awards', '/dashboard/awards/x/decline', {}, 30],
  ] as const)('a person who %s is limited per hour', async (_, path, body, most) => {
    const { post, mo, max } = await startDesk(await open(), { LIMITS_SCALE: '1' })
    const statuses = []
    for (let n = 0; n < most; n++) statuses.push((await post(path, body, mo)).status)
    expect(new Set(statuses)).not.toContain(429)
    const refused = await post(path, body, mo)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy(n => n > 0)])
    expect((await post(path, body, max)).status).not.toBe(429)
  })

  test('payment status requests are limited per minute and IP address', async () => {
    const { request } = await startDesk(await open(), { LIMITS_SCALE: '1' })
    const ask = async () => (await request('/get-session-details?session_id=cs_test_nobody')).status
    for (let n = 0; n < 120; n++) expect(await ask()).toBe(404)
    expect(await ask()).toBe(429)
  })
})
