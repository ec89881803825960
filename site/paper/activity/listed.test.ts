import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { cacheKeys, purgeWhatChanges } from '../../kit/shared-caches/note-change.ts'
import type { AppTables } from '../../testing/index.ts'
import type { ActivityKind, NewActivity } from './activity.ts'
import {
  type ActivityTables,
  activityMigrations,
  activityReader,
  addInterest,
  interestReader,
  isListed,
  placeActivities,
  readPlaced,
  recentReader,
  recordActivity,
  refineActivity,
  retractActivity,
  setBounty,
  unnameActivity,
  wantedReader,
  watchedAmong,
} from './index.ts'

const now = Date.UTC(2026, 10, 25)
const doi = storedDoi('10.1000/x')
const doiOf = (name: string) => storedDoi(`10.1000/${name}`)

const thing = (given: Partial<NewActivity> = {}): NewActivity => ({
  doi,
  kind: 'retraction',
  key: 'a',
  at: now,
  date: null,
  by: { name: 'Crossref', href: null },
  label: 'Retraction of x',
  outcome: null,
  detail: null,
  path: '/10.1000/x',
  ...given,
})

describeStore<AppTables>('what happened to a paper', siteMigrations, open => {
  const setUp = async () => {
    const all = await open()
    const db = all.$pickTables<keyof ActivityTables>()
    const purged = async () => {
      const keys = (await all.selectFrom('outbox').select('key').orderBy('key').execute()).map(({ key }) => key)
      await all.deleteFrom('outbox').execute()
      return keys
    }
    return { db, purged, shown: () => activityReader(db).ofPaper(doi, 10) }
  }

  test('an event is listed once and keeps its first version', async () => {
    const { db, shown } = await setUp()
    expect(await isListed(db, 'a')).toBe(false)
    expect(await recordActivity(db, thing(), now)).toBe(true)
    expect(await recordActivity(db, thing({ label: 'Something else' }), now)).toBe(false)
    expect(await shown()).toMatchObject([{ key: 'a', label: 'Retraction of x', money: null }])
    expect([await isListed(db, 'a'), await isListed(db, 'b')]).toEqual([true, false])
  })

  test('an event about money includes the amount', async () => {
    const { db, shown } = await setUp()
    const money = { amount: 5_000, currency: 'eur' }
    await recordActivity(db, thing({ kind: 'bounty', money }), now)
    expect(await shown()).toMatchObject([{ money }])
  })

  test.each([
    ['as it is', 'x'.repeat(500), 'x'.repeat(500)],
    ['up to 500 characters', 'x'.repeat(501), `${'x'.repeat(500)}…`],
    ['with no space before its end', `${'x'.repeat(499)} and more`, `${'x'.repeat(499)}…`],
    ['with no half of a character', `👩${'x'.repeat(497)}👩 and more`, `👩${'x'.repeat(497)}…`],
    ['without what PostgreSQL does not take', 'a\0b\ud800c', 'ab\ufffdc'],
  ])('third-party text is stored %s', async (_, words, kept) => {
    const { db, shown } = await setUp()
    await recordActivity(db, thing({ detail: words }), now)
    expect((await shown())[0]?.detail).toBe(kept)
    await recordActivity(db, thing({ key: 'refined', detail: null }), now - 1)
    await refineActivity(db, 'refined', thing({ detail: words }))
    expect((await shown())[1]?.detail).toBe(kept)
  })

  test('more precise event data is updated in place without new notifications', async () => {
    const { db, shown } = await setUp()
    await recordActivity(db, thing({ detail: 'Some say so.' }), now)
    await recordActivity(db, thing({ key: 'other' }), now - 1)
    await db.updateTable('activity').set({ spread: 1 }).execute()
    const [before, other] = await shown()
    const exactly = { at: now - 1, date: '2026-11-20', by: { name: 'The publisher', href: '/n' }, label: 'By a notice' }
    await refineActivity(db, 'a', thing({ ...exactly, kind: 'concern', path: '/elsewhere' }))
    expect(await shown()).toEqual([{ ...before, ...exactly, detail: null }, other])
    expect(await db.selectFrom('activity').select('spread').distinct().execute()).toEqual([{ spread: 1 }])
  })

  test('a changed event is purged from the paper’s page and list caches', async () => {
    const { db, purged } = await setUp()
    purgeWhatChanges(db)
    const both = ['lists', cacheKeys.paper(doi)]
    await recordActivity(db, thing(), now)
    expect(await purged()).toEqual(both)
    await recordActivity(db, thing(), now)
    expect(await purged()).toEqual([])
    await refineActivity(db, 'a', thing({ label: 'By a notice' }))
    expect(await purged()).toEqual(both)
    await unnameActivity(db, 'a', 'a deleted account')
    expect(await purged()).toEqual(both)
    await retractActivity(db, 'a')
    expect(await purged()).toEqual(both)
    await retractActivity(db, 'a')
    expect(await purged()).toEqual([])
    await setBounty(db, doi, 5_000)
    expect(await purged()).toEqual(both)
    // A changed number of watchers alone does not purge lists, because it changes all the time.
    await addInterest(db, doi, { watchers: 1 })
    expect(await purged()).toEqual([cacheKeys.paper(doi)])
  })

  test('events are paginated, without an empty page after a full last one', async () => {
    const { db } = await setUp()
    const names = ['a', 'b', 'c', 'd']
    for (const [n, key] of names.entries())
      await recordActivity(db, thing({ key, doi: doiOf(key), kind: n % 2 === 0 ? 'retraction' : 'claim' }), now)
    await placeActivities(db, now)
    for (const kinds of [null, ['retraction', 'claim']] satisfies (ActivityKind[] | null)[]) {
      const read = recentReader(db)
      const first = await read(kinds, 2)
      const second = await read(kinds, 2, first.next)
      expect([first.next, second.next]).toEqual([{ at: now, id: first.entries[1]?.id }, null])
      expect([...first.entries, ...second.entries].map(({ key }) => key).toSorted()).toEqual(names)
      expect((await read(kinds, 5)).next).toBeNull()
      expect(await readPlaced(db, { after: 0, kinds, limit: 4 })).toMatchObject({ more: false, next: 4 })
      expect(await readPlaced(db, { after: 0, kinds, limit: 3 })).toMatchObject({ more: true, next: 3 })
    }
  })
})

describeStore<ActivityTables>('what people want to know of papers', activityMigrations, open => {
  test('interest in papers is counted, and counts are returned for the requested papers only', async () => {
    const db = await open()
    const [watched, claimed, left, unknown] = ['watched', 'claimed', 'left', 'unknown'].map(doiOf) as [
      Doi,
      Doi,
      Doi,
      Doi,
    ]
    await addInterest(db, watched, { watchers: 1 })
    await addInterest(db, watched, { watchers: 2, claims: 1 })
    await addInterest(db, claimed, { claims: 1 })
    await addInterest(db, left, { watchers: 1 })
    await addInterest(db, left, { watchers: -1 })
    expect(await interestReader(db)([watched, claimed, unknown])).toEqual(
      new Map([
        [watched, { watchers: 3, claims: 1 }],
        [claimed, { watchers: 0, claims: 1 }],
      ]),
    )
    expect(await watchedAmong(db, [watched, claimed, left, unknown])).toEqual(new Set([watched]))
    expect(await watchedAmong(db, [claimed])).toEqual(new Set())
  })

  test('wanted papers are ordered by bounty, then watchers, and paginated', async () => {
    const db = await open()
    for (const [n, name] of ['a', 'b', 'c', 'd'].entries()) await addInterest(db, doiOf(name), { watchers: n + 1 })
    await setBounty(db, doiOf('b'), 5_000)
    await setBounty(db, doiOf('b'), 6_000)
    const read = wantedReader(db)
    const first = await read('all', 2)
    const second = await read('all', 2, first.next)
    expect(first.next).toEqual({ bounty: 0, watchers: 4, doi: doiOf('d') })
    expect(second.next).toBeNull()
    expect([...first.papers, ...second.papers]).toEqual([
      { doi: doiOf('b'), watchers: 2, claims: 0, bounty: 6_000 },
      { doi: doiOf('d'), watchers: 4, claims: 0, bounty: 0 },
      { doi: doiOf('c'), watchers: 3, claims: 0, bounty: 0 },
      { doi: doiOf('a'), watchers: 1, claims: 0, bounty: 0 },
    ])
    expect((await read('all', 5)).next).toBeNull()
  })
})
