import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ClaimPageModel } from './model.ts'
import { claimFor } from './rules.ts'
import { type ClaimTestTables, claimsUnderTest, exampleClaim } from './testing/index.ts'

const day = 24 * 60 * 60_000

describeStore<ClaimTestTables>('/{doi}/claim', siteMigrations, open => {
  const setUp = async () => {
    const given = await claimsUnderTest(await open())
    const page = async (who: Pick<typeof given.ada, 'send'>, query = '') => {
      const answer = await who.send(`/10.1000/x/claim${query}`, null, { accept: 'text/html' })
      return (await answer.json()) as { model: ClaimPageModel; head: object }
    }
    return { ...given, page }
  }

  test('the claim page is a form prefilled for accounts and empty for visitors', async () => {
    const { ada, visitor, page } = await setUp()
    const form = {
      doi: '10.1000/x',
      action: '/10.1000/x/audit/',
      done: '/10.1000/x?claim_submitted=true',
      login: '/login?redirect_url=%2F10.1000%2Fx%2Fclaim',
      plan: '',
      link: '',
      keptAs: '10.1000/x',
    }
    const asked = await page(ada)
    expect(asked.model).toEqual({
      paper: expect.objectContaining({ doi: '10.1000/x' }),
      own: null,
      claims: [],
      form: { ...form, signedIn: true, reader: 'user-test-ada@example.org', name: 'Ada', email: 'ada@example.org' },
      reproduce: '/10.1000/x/reproduce',
      assistant: null,
      notice: null,
    })
    expect(asked.head).toMatchObject({
      title: 'Claim the reproduction of 10.1000/x · Corroborate',
      canonical: expect.stringMatching(/^http.*\/10\.1000\/x\/claim$/),
    })
    expect((await page(visitor)).model).toMatchObject({ own: null, form: { signedIn: false, name: '', email: '' } })
  })

  test('the claim page shows claimants their claim’s state and last action', async () => {
    const { ada, person, make, decide, page, provider } = await setUp()
    const at = provider.clock.now
    await make({ ...exampleClaim, sha256: 'c1'.repeat(32) }, '/10.1000/other/audit/')
    expect((await page(ada)).model.own).toBeNull()
    const id = await make()
    const own = {
      state: 'waiting',
      claimedOn: formatDay(at),
      until: formatDay(at + claimFor),
      isRenewable: false,
      plan: 'Next month.',
    }
    expect((await page(ada)).model.own).toEqual(own)
    expect((await page(person('bob@example.org'))).model.own).toBeNull()
    provider.clock.now += 61 * day
    expect((await page(ada)).model.own).toEqual({ ...own, isRenewable: true })
    await decide(id, 'approve')
    expect((await page(ada)).model).toMatchObject({
      own: { ...own, state: 'standing', isRenewable: true },
      claims: [{ isMine: true }],
    })
    const renewed = await ada.send('/10.1000/x/claim', 'action=renew', { accept: 'text/html' })
    expect(renewed.headers.get('location')).toBe('/10.1000/x/claim?done=renew')
    expect((await page(ada, '?done=renew')).model).toMatchObject({
      own: { until: formatDay(provider.clock.now + claimFor), isRenewable: false },
      notice: 'Claim renewed.',
    })
    provider.clock.now += 61 * day
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    expect((await page(ada, '?done=withdraw')).model).toMatchObject({
      own: { state: 'withdrawn', isRenewable: false },
      claims: [],
      notice: 'Claim withdrawn.',
    })
  })

  test('the claim API renews and withdraws, returning the end date uncached', async () => {
    const { ada, make, provider } = await setUp()
    await make()
    provider.clock.now += 80 * day
    const change = async (action: string) => {
      const answer = await ada.send('/10.1000/x/claim', { action })
      return [answer.status, answer.headers.get('cache-control'), await answer.json()]
    }
    const until = new Date(provider.clock.now + claimFor).toISOString()
    expect(await change('renew')).toEqual([200, 'no-store', { until }])
    // A program may send a form, too.
    const withdrawn = await ada.send('/10.1000/x/claim', 'action=withdraw')
    expect([withdrawn.status, await withdrawn.json()]).toEqual([200, { until: null }])
  })

  test('a lapsed claim cannot be renewed, even before its job ran', async () => {
    const { ada, make, provider } = await setUp()
    await make()
    provider.clock.now += claimFor
    expect((await ada.send('/10.1000/x/claim', { action: 'renew' })).status).toBe(404)
  })
})
