import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { exampleReport } from '../reports/testing/index.ts'
import { deleteClaimantData } from './feature.ts'
import { moderatedClaims } from './moderated-claims.ts'
import { claimFor } from './rules.ts'
import { addClaim, claimsBy, hasClaimed, lastDayOfHold, readClaimants, readHolds } from './store.ts'
import { type ClaimTestTables, claimsUnderTest, exampleClaim, sendTo } from './testing/index.ts'

const day = 24 * 60 * 60_000
const doi = '10.1000/x' as Doi
const another = { ...exampleClaim, sha256: 'c1'.repeat(32) }

describeStore<ClaimTestTables>('what a moderator decides about a claim', siteMigrations, open => {
  const setUp = async () => {
    const given = await claimsUnderTest(await open(), { LIMITS_SCALE: '1000' })
    const { db, ada } = given
    const report = async () => ((await (await ada.send(sendTo, exampleReport)).json()) as { id: string }).id
    /** In how many ms each look at the paper's bounty is due. */
    const looks = async () => {
      const jobs = await db.selectFrom('outbox').selectAll().where('kind', '=', 'bounties.look').execute()
      await db.deleteFrom('outbox').where('kind', '=', 'bounties.look').execute()
      for (const { payload } of jobs) expect(JSON.parse(payload)).toEqual({ doi })
      return jobs.map(({ due_at, enqueued_at }) => due_at - enqueued_at).toSorted((a, b) => a - b)
    }
    const ends = async () =>
      (await db.selectFrom('claims').select(['end', 'live']).orderBy('claimed_at').orderBy('sha256').execute()).map(
        ({ end, live }) => `${end ?? 'open'} ${live}`,
      )
    return { ...given, report, looks, ends, key: accountKey(ada.id) }
  }

  test('moderators see a claim’s public and private content', async () => {
    const { db, make, provider } = await setUp()
    const read = async (id: string) => (await moderatedClaims.read(db, [id])).get(id)
    const link = 'https://osf.io/abcde'
    const until = { label: 'Until', value: formatDay(provider.clock.now + claimFor) }
    const what = { label: 'Type', value: 'Claim' }
    expect(await read(await make({ ...exampleClaim, reproducibilityPackage: link }))).toEqual({
      author: 'Ada Lovelace',
      authorIsChecked: false,
      paragraphs: [[{ text: 'Next month.' }]],
      facts: [what, until, { label: 'Package', value: link }],
    })
    const bare = { ...exampleClaim, auditReport: null, showName: 'off' }
    expect(await read(await make(bare, '/10.1000/y/audit/'))).toEqual({
      author: 'Ada Lovelace (not shown)',
      authorIsChecked: false,
      paragraphs: [[{ text: 'Claim without a plan.' }]],
      facts: [what, until],
    })
    expect(await moderatedClaims.read(db, [])).toEqual(new Map())
  })

  test('decision emails go to the claim’s or account’s address, and none for deleted claims', async () => {
    const { db, make } = await setUp()
    const paths = { approved: '/login?redirect_url=%2F10.1000%2Fx%2Fclaim', rejected: expect.any(String) }
    const told = async (id: string) => moderatedClaims.told?.(db, id)
    expect(await told(await make())).toMatchObject({ what: 'claim', email: 'ada.secret@example.org', paths })
    const ofBefore = { ...exampleClaim, auditorEmail: exampleClaim.auditorName }
    expect(await told(await make(ofBefore, '/10.1000/y/audit/'))).toMatchObject({ email: 'ada@example.org' })
    const bare = await make(exampleClaim, '/10.1000/z/audit/')
    await db.updateTable('claims').set({ email: null }).where('id', '=', bare).execute()
    expect(await told(bare)).toMatchObject({ what: 'claim', email: null })
    expect(await told('nothing')).toBeNull()
  })

  test('the bounty is re-evaluated when a claim becomes active and when its reservation ends, not while pending', async () => {
    const { make, decide, ada, looks, provider } = await setUp()
    const id = await make()
    expect(await looks()).toEqual([])
    provider.clock.now += 10 * day
    await decide(id, 'approve')
    expect(await looks()).toEqual([0, 80 * day])
    await decide(id, 'undo')
    expect(await looks()).toEqual([0])
    await decide(id, 'approve')
    await looks()
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    expect(await looks()).toEqual([0])
  })

  test('a claim past its person’s reservation period re-evaluates the bounty at once, never in the past', async () => {
    const { make, decide, ada, looks, provider } = await setUp()
    await make()
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    provider.clock.now += 95 * day
    const id = await make(another)
    await looks()
    await decide(id, 'approve')
    expect(await looks()).toEqual([0, 0])
  })

  test('a decision on a deleted claim changes nothing', async () => {
    const { db, interest, looks } = await setUp()
    const change = { doi, from: 'pending', to: 'approved', isSeconded: false, at: 1 } as const
    await runTransaction(db, tx => moderatedClaims.settle(tx as never, { ...change, id: 'nothing' }))
    expect([await interest(), await looks()]).toEqual([0, []])
  })

  describe('report by the claimant', () => {
    test('a report ends even a pending claim, and the claim is pending again with the report', async () => {
      const { make, decide, report, ends, interest, looks } = await setUp()
      await make()
      const id = await report()
      await decide(id, 'approve')
      expect([await ends(), await interest(), await looks()]).toEqual([['reported 0'], 0, []])
      await decide(id, 'undo')
      expect([await ends(), await interest(), await looks()]).toEqual([['open 1'], 0, []])
    })

    test('the bounty is re-evaluated when the claim ends and when it reopens', async () => {
      const { make, decide, report, looks } = await setUp()
      await decide(await make(), 'approve')
      const id = await report()
      await looks()
      await decide(id, 'approve')
      expect(await looks()).toContain(0)
      await decide(id, 'undo')
      expect(await looks()).toContain(0)
    })

    test('a claim stays ended if its period is over or another claim exists', async () => {
      const { make, decide, report, ends, provider } = await setUp()
      await make()
      const id = await report()
      await decide(id, 'approve')
      await make(another)
      await decide(id, 'undo')
      expect(await ends()).toEqual(['reported 0', 'open 1'])
      provider.clock.now += claimFor
      await decide(id, 'approve')
      await decide(id, 'undo')
      expect(await ends()).toEqual(['reported 0', 'reported 0'])
    })

    test('only the matching claim reopens: none on other papers or withdrawn ones', async () => {
      const { make, decide, ada, report, ends, provider } = await setUp()
      const next = () => {
        provider.clock.now += day
      }
      await make()
      const id = await report()
      await decide(id, 'approve')
      next()
      await make(exampleClaim, '/10.1000/y/audit/')
      const elsewhere = await ada.send('/10.1000/y/audit/', { ...exampleReport, doi: '10.1000/y' })
      await decide(((await elsewhere.json()) as { id: string }).id, 'approve')
      next()
      await make(another)
      await ada.send('/10.1000/x/claim', { action: 'withdraw' })
      expect(await ends()).toEqual(['reported 0', 'reported 0', 'withdrawn 0'])
      await decide(id, 'undo')
      expect(await ends()).toEqual(['open 1', 'reported 0', 'withdrawn 0'])
    })

    test('a reporter without a claim ends nothing', async () => {
      const { decide, report, ends, interest } = await setUp()
      const id = await report()
      expect([await decide(id, 'approve'), await decide(id, 'undo')]).toEqual([200, 200])
      expect([await ends(), await interest()]).toEqual([[], 0])
    })
  })

  test('a late lapse: a new claim replaces the earlier one and counts once', async () => {
    const { make, decide, ends, interest, provider } = await setUp()
    await decide(await make(), 'approve')
    provider.clock.now += claimFor
    await decide(await make(another), 'approve')
    expect([await ends(), await interest()]).toEqual([['lapsed 0', 'open 1'], 1])
  })

  test('resubmitting returns the same claim, even ended, and rejects another paper’s URL', async () => {
    const { db, ada, make, ends } = await setUp()
    const id = await make()
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    const again = await ada.send(sendTo, exampleClaim)
    expect([again.status, again.headers.get('cache-control'), await again.json()]).toEqual([
      200,
      'no-store',
      { id, status: 'pending', until: expect.any(String) },
    ])
    expect(await ends()).toEqual(['withdrawn 0'])
    const elsewhere = await ada.send(sendTo, { ...another, doi: '10.1000/y' })
    expect([elsewhere.status, await elsewhere.text()]).toEqual([400, expect.stringContaining('not the paper')])
    expect((await ada.send(sendTo, { ...another, doi })).status).toBe(200)
    const { signals } = await db.selectFrom('moderation_items').select('signals').executeTakeFirstOrThrow()
    expect(JSON.parse(signals)).toMatchObject([
      { words: 'very short' },
      { words: 'first report or claim from this person' },
    ])
  })

  test('lapsed claims do not count toward the limit of twenty, even before their job ran', async () => {
    const { db, ada, key, provider } = await setUp()
    const until = provider.clock.now + claimFor
    const of = {
      claimant: key,
      name: 'Ada',
      showName: false,
      email: null,
      locale: 'en',
      plan: '',
      package: null,
    } as const
    await runTransaction(db, async tx => {
      for (let n = 0; n < 20; n++) {
        const claim = { ...of, id: `${n}`, doi: `10.1000/paper${n}` as Doi, sha256: '', until }
        await addClaim(tx as never, claim, provider.clock.now)
      }
    })
    expect((await ada.send(sendTo, exampleClaim)).status).toBe(409)
    provider.clock.now = until
    expect((await ada.send(sendTo, exampleClaim)).status).toBe(200)
  })

  test('only willing claimants are named while active, and all former claimants are known', async () => {
    const { db, make, decide, ada, key, provider } = await setUp()
    const { now } = provider.clock
    const until = now + claimFor
    const hidden = await make({ ...exampleClaim, showName: false })
    expect([await readHolds(db, doi, now), await readClaimants(db, doi)]).toEqual([[], []])
    await decide(hidden, 'approve')
    expect(await readHolds(db, doi, now)).toEqual([{ id: hidden, claimant: key, name: null, until }])
    expect(await readClaimants(db, doi)).toEqual([{ id: hidden, claimant: key, email: 'ada.secret@example.org' }])
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    expect([await readHolds(db, doi, now), await readClaimants(db, doi)]).toEqual([[], []])
    const shown = await make(another)
    await decide(shown, 'approve')
    expect(await readHolds(db, doi, now)).toMatchObject([{ id: shown, name: 'Ada Lovelace' }])
    const asked = [hasClaimed(db, key, doi), hasClaimed(db, key, '10.1000/y'), hasClaimed(db, 'user:bob', doi)]
    expect(await Promise.all(asked)).toEqual([true, false, false])
  })

  test('a bounty is reserved from the claimant’s first claim, independent of others', async () => {
    const { db, make, ada, key, provider } = await setUp()
    const first = provider.clock.now
    await make(exampleClaim, '/10.1000/y/audit/')
    provider.clock.now += day
    await make()
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    provider.clock.now += day
    await make(another)
    const [latest] = await claimsBy(db, key)
    if (latest === undefined) throw new Error('The claim is gone.')
    expect(await lastDayOfHold(db, latest)).toBe(first + day + claimFor)
    expect(await lastDayOfHold(db, { ...latest, claimant: null })).toBe(first + 2 * day + claimFor)
  })

  test('deleting an account anonymizes its completed claims and deletes its pending ones', async () => {
    const { db, ada, make, decide, key, ends, interest, activity, looks, provider } = await setUp()
    await decide(await make(), 'approve')
    await ada.send('/10.1000/x/claim', { action: 'withdraw' })
    await decide(await make(another), 'approve')
    const upTo = provider.clock.now
    provider.clock.now += day
    const later = await make(exampleClaim, '/10.1000/y/audit/')
    await looks()
    const forget = (until: number | null) =>
      runTransaction(db, tx => deleteClaimantData(tx as never, { key, upTo: until }))
    await forget(upTo)
    expect([await ends(), await interest(), await looks()]).toEqual([['open 1'], 0, [0]])
    expect(await activity()).toEqual(Array(2).fill({ kind: 'claim', by_name: 'a reader' }))
    const waiting = () => db.selectFrom('moderation_items').select('id').where('status', '=', 'pending').execute()
    expect(await waiting()).toEqual([{ id: later }])
    await forget(null)
    expect([await ends(), await waiting()]).toEqual([[], []])
  })
})
