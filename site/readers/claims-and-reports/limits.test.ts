import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type AppTables, startCallers } from '../../testing/index.ts'
import { exampleClaim } from '../claims/testing/index.ts'

describeStore<AppTables>('claims and reports', siteMigrations, open => {
  /** A tenth of the limits: two a day from a person, four from an address, six about a paper. */
  const setUp = async () => {
    const { person } = await startCallers(await open(), { LIMITS_SCALE: '0.1', TRUSTED_PROXIES: '127.0.0.1' })
    let sent = 0
    let people = 0
    const somebody = (proved = true) => {
      people += 1
      return person(`person${people}@example.org`, { proved })
    }
    /** Sends a report; author, paper and address are unique each time unless given. */
    const report = async ({ from = somebody(), paper = `paper${sent}`, address = `192.0.2.${sent}` } = {}) => {
      sent += 1
      const body = { ...exampleClaim, sha256: sent.toString(16).padStart(64, '0') }
      const answer = await from.send(`/10.1000/${paper}/audit/`, body, { 'x-forwarded-for': address })
      return { status: answer.status, header: (name: string) => answer.headers.get(name) }
    }
    return { report, somebody }
  }

  test.each([
    ['from one person', 2, 'from'],
    ['from one address', 4, 'address'],
    ['about one paper', 6, 'paper'],
  ] as const)('submissions %s are limited to %i a day', async (_, most, what) => {
    const { report, somebody } = await setUp()
    const same = { from: { from: somebody() }, address: { address: '198.51.100.1' }, paper: { paper: 'same' } }[what]
    for (let n = 0; n < most; n++) expect((await report(same)).status).toBe(200)
    const refused = await report(same)
    expect(refused.status).toBe(429)
    expect(Number(refused.header('Retry-After'))).toBeGreaterThan(23 * 60 * 60)
    expect((await report()).status).toBe(200)
  })

  test.each([
    ['from a person who has sent half of what may come', 1, 'from'],
    ['from an address that has sent half of what may come', 2, 'address'],
    ['about a paper that has got half of what may come', 3, 'paper'],
  ] as const)('submissions %s require a proof of work from unverified accounts', async (_, half, what) => {
    const { report, somebody } = await setUp()
    const unproved = somebody(false)
    const same = { from: { from: unproved }, address: { address: '198.51.100.1' }, paper: { paper: 'same' } }[what]
    for (let n = 0; n < half; n++) expect((await report(same)).status).toBe(200)
    const asked = await report({ ...same, from: unproved })
    expect([asked.status, asked.header('Proof-Of-Work')]).toEqual([403, '/proof-of-work'])
    // Verified accounts need no proof of work, nor does the same account below the limits.
    if (what !== 'from') {
      expect((await report(same)).status).toBe(200)
      expect((await report({ from: unproved })).status).toBe(200)
    }
  })

  test('verified accounts need no proof of work', async () => {
    const { report, somebody } = await setUp()
    const from = somebody()
    expect([(await report({ from })).status, (await report({ from })).status]).toEqual([200, 200])
  })
})
