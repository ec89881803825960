import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { addInterest } from '../activity/index.ts'
import { type ReplicationRow, saveReplications, saveUpdates, type ToldUpdate } from './known-store.ts'
import { type KnownTables, knownMigrations } from './known-tables.ts'
import { datedAttempt, isRecent, learnFlag, learnNotices, learnUpdates, replaceStarter, withNews } from './news.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const paper = doiFromText('10.1000/paper') as Doi
const notice = doiFromText('10.1000/notice') as Doi

const told = (given: Partial<ToldUpdate> = {}): ToldUpdate => ({
  doi: paper,
  type: 'retraction',
  noticeDoi: notice,
  date: '2026-11-20',
  retracted: true,
  journal: null,
  publisher: null,
  title: 'Retraction: A paper',
  source: 'publisher',
  ...given,
})

const attempt = (given: Partial<ReplicationRow> = {}): ReplicationRow => ({
  originalDoi: paper,
  replicationDoi: doiFromText('10.1000/replication') as Doi,
  type: 'replication',
  outcome: 'failed',
  quote: null,
  originalTitle: null,
  originalJournal: null,
  originalYear: 2010,
  replicationTitle: 'Again',
  replicationJournal: null,
  replicationYear: 2026,
  origin: 'a.json',
  ...given,
})

const learn = (db: Kysely<KnownTables>, entries: ToldUpdate[], at = now) =>
  db.transaction().execute(tx => learnUpdates(tx, paper, entries, at))
const save = (db: Kysely<KnownTables>, rows: ToldUpdate[]) =>
  db.transaction().execute(tx => withNews(tx, rows, now, () => saveUpdates(tx, rows, 'retraction-watch-list')))
const listed = async (db: Kysely<KnownTables>) =>
  (
    await db
      .selectFrom('activity')
      .select(['kind', 'date'])
      .orderBy('noted_at')
      .orderBy('kind')
      .orderBy('date')
      .execute()
  ).map(({ kind, date }) => `${kind} ${date}`)
const watch = (db: Kysely<KnownTables>) => addInterest(db, paper, { watchers: 1 })

describeStore<KnownTables>('what our own list says', knownMigrations, open => {
  const old = (given: Partial<ToldUpdate> = {}) => told({ date: '2004-03-06', retracted: false, title: null, ...given })
  const rows = {
    updates: [old(), old({ type: 'correction', noticeDoi: doiFromText('10.1000/erratum') as Doi, date: '2008-08' })],
    replications: [attempt({ replicationYear: 2016 })],
  }

  test('is listed where it belongs in time, with who said it, and is news to nobody', async () => {
    const db = await open()
    await watch(db)
    await replaceStarter(db, rows, now)
    expect(
      await db.selectFrom('activity').select(['kind', 'at', 'noted_at', 'by_name', 'spread']).orderBy('at').execute(),
    ).toEqual(
      [
        ['retraction', '2004-03-06', 'the publisher’s notice'],
        ['correction', '2008-08-01', 'the publisher’s notice'],
        ['replication', '2016-01-01', 'the authors who repeated it'],
      ].map(([kind, day, by_name]) => ({
        kind,
        at: Date.parse(day ?? ''),
        noted_at: Date.parse(day ?? ''),
        by_name,
        spread: 1,
      })),
    )
  })

  test('is listed once, and goes from the list when it is gone from ours', async () => {
    const db = await open()
    await replaceStarter(db, rows, now)
    await replaceStarter(db, rows, now)
    expect(await listed(db)).toHaveLength(3)
    await replaceStarter(db, { updates: rows.updates.slice(0, 1), replications: [] }, now)
    expect(await listed(db)).toEqual(['retraction 2004-03-06'])
  })

  test('and a source tells of, too, is listed once', async () => {
    const db = await open()
    await replaceStarter(db, rows, now)
    await learn(db, [told({ date: '2004-03-06' })])
    expect((await listed(db)).filter(line => line.startsWith('retraction'))).toHaveLength(1)
  })
})

describeStore<KnownTables>('news of what is known', knownMigrations, open => {
  test('an event of the last weeks is listed with its date, its source and where it is read', async () => {
    const db = await open()
    await learn(db, [told()])
    expect(await db.selectFrom('activity').selectAll().execute()).toMatchObject([
      {
        doi: paper,
        kind: 'retraction',
        at: Date.parse('2026-11-20'),
        date: '2026-11-20',
        noted_at: now,
        by_name: 'the publisher, through Crossref',
        label: 'Retraction',
        detail: 'Retraction: A paper',
        path: '/10.1000/paper#known',
        spread: 0,
      },
    ])
  })

  test('the same event is listed once: from another source, with another date, by another way, written anew', async () => {
    const db = await open()
    await learn(db, [told()])
    await learn(db, [told(), told({ source: 'retraction-watch', date: '2026-11-19' })], now + 1)
    await save(db, [told({ source: 'retraction-watch-list', noticeDoi: null })])
    await db.transaction().execute(tx => learnNotices(tx, [{ doi: notice, updates: [told()] }], now + 2))
    expect(await listed(db)).toEqual(['retraction 2026-11-20'])
  })

  test('a correction that becomes a retraction is news, and the correction is none any more', async () => {
    const db = await open()
    await learn(db, [told({ type: 'correction', retracted: false, title: null })])
    expect(await listed(db)).toEqual(['correction 2026-11-20'])
    await learn(db, [told({ title: null })], now + 1)
    expect(await listed(db)).toEqual(['retraction 2026-11-20'])
  })

  test('what is taken back leaves the list', async () => {
    const db = await open()
    await learn(db, [told()])
    await learn(db, [], now + 1)
    expect(await listed(db)).toEqual([])
  })

  test('an old event is news only of a paper that somebody watches, and not the first time that the paper is asked about', async () => {
    const db = await open()
    const old = told({ type: 'correction', retracted: false, date: '2019-04-30', title: null })
    await save(db, [old])
    expect(await listed(db)).toEqual([])
    await watch(db)
    await learn(db, [told({ ...old, noticeDoi: doiFromText('10.1000/second') as Doi, date: '2018-01-01' })])
    expect(await listed(db)).toEqual([])
    await save(db, [told({ ...old, noticeDoi: doiFromText('10.1000/third') as Doi, date: '2017' })])
    expect(await listed(db)).toEqual(['correction 2017'])
  })

  test('an attempt to repeat a paper is news in the year of its publication, and of a paper somebody watches', async () => {
    const db = await open()
    const saved = (...rows: ReplicationRow[]) =>
      db.transaction().execute(tx => withNews(tx, rows.map(datedAttempt), now, () => saveReplications(tx, rows)))
    await saved(attempt(), attempt({ originalDoi: notice, replicationYear: 2015 }))
    await saved(attempt({ outcome: 'mixed' }))
    const rows = await db.selectFrom('activity').select(['doi', 'kind', 'outcome', 'label', 'detail']).execute()
    expect(rows).toEqual([
      { doi: paper, kind: 'replication', outcome: 'not-held', label: 'Failed to replicate', detail: 'Again' },
    ])
    await watch(db)
    await saved(attempt({ replicationDoi: doiFromText('10.1000/older') as Doi, replicationYear: 2012 }))
    expect(await listed(db)).toEqual(['replication 2012', 'replication 2026'])
  })

  test('what a notice says when it is asked about itself is news of the paper that it is about', async () => {
    const db = await open()
    const other = doiFromText('10.1000/other') as Doi
    await watch(db)
    const old = doiFromText('10.1000/old') as Doi
    const entries = [told({ date: '2019-04-30' }), told({ doi: other }), told({ doi: old, date: '2018' })]
    await db.transaction().execute(tx => learnUpdates(tx, notice, entries, now))
    const news = () => db.selectFrom('activity').select(['doi', 'kind', 'date']).orderBy('date').execute()
    const expected = [
      { doi: paper, kind: 'retraction', date: '2019-04-30' },
      { doi: other, kind: 'retraction', date: '2026-11-20' },
    ]
    expect(await news()).toEqual(expected)
    await learn(db, [told({ date: '2019-04-30' })], now + 1)
    expect(await news()).toEqual(expected)
  })

  test('what is not committed is not listed', async () => {
    const db = await open()
    const failing = db.transaction().execute(async tx => {
      await learnUpdates(tx, paper, [told()], now)
      throw new Error('the power went')
    })
    await expect(failing).rejects.toThrow('the power went')
    expect(await listed(db)).toEqual([])
  })

  describe('when a record begins to call a paper retracted', () => {
    const flag = (db: Kysely<KnownTables>, retracted = true, at = now) =>
      db.transaction().execute(tx => learnFlag(tx, paper, { retracted, by: 'OpenAlex' }, at))
    const rows = (db: Kysely<KnownTables>) => db.selectFrom('activity').selectAll().execute()

    test('it is news of a paper that somebody watches, and of no other', async () => {
      const db = await open()
      await flag(db)
      expect(await rows(db)).toEqual([])
      await watch(db)
      await flag(db)
      await flag(db)
      expect(await rows(db)).toMatchObject([
        { doi: paper, kind: 'retraction', at: now, date: null, by_name: 'OpenAlex', path: '/10.1000/paper#known' },
      ])
    })

    test('the notice that is found later tells more of the same thing, and nobody hears of it twice', async () => {
      const db = await open()
      await watch(db)
      await flag(db)
      await db.updateTable('activity').set({ spread: 1 }).execute()
      await learn(db, [])
      await learn(db, [told()], now + 1)
      const refined = { date: '2026-11-20', by_name: 'the publisher, through Crossref', spread: 1, noted_at: now }
      expect(await rows(db)).toMatchObject([refined])
      await learn(db, [told()], now + 2)
      expect(await rows(db)).toMatchObject([refined])
    })

    test('it is none of a paper that was reinstated: many records keep its flag', async () => {
      const db = await open()
      await learn(db, [])
      await watch(db)
      await learn(db, [told({ type: 'reinstatement', retracted: false, title: null })])
      await flag(db)
      expect(await listed(db)).toEqual(['reinstatement 2026-11-20'])
    })

    test('it is none where a notice has told of it, and is taken back with the flag', async () => {
      const db = await open()
      await learn(db, [])
      await watch(db)
      await flag(db)
      await flag(db, false)
      expect(await rows(db)).toEqual([])
      await learn(db, [told()])
      await flag(db)
      expect(await listed(db)).toEqual(['retraction 2026-11-20'])
      await flag(db, false)
      expect(await listed(db)).toEqual(['retraction 2026-11-20'])
    })
  })
})

describe('an event is of the last weeks', () => {
  test.each([
    ['2026-11-22', true],
    ['2026-08-25', true],
    ['2026-08-24', false],
    // Allows for issue dates in the future and for time zones ahead.
    ['2026-11-23', true],
    ['2026-11-24', false],
    ['2026-11', true],
    ['2026-09', true],
    ['2026-08', false],
    ['2026-12', false],
    ['2026', true],
    ['2025', false],
    ['2027', false],
    ['long ago', false],
    [null, false],
  ])('of %s: %j', (date, is) => {
    expect(isRecent(date, now)).toBe(is)
  })

  test('to the very day', () => {
    const midnight = Date.parse('2026-11-22')
    expect([isRecent('2026-08-24', midnight), isRecent('2026-11-23', midnight)]).toEqual([false, true])
    expect(isRecent('2026-08-24', midnight - 1)).toBe(true)
  })
})

test('an attempt is dated by its year, where that is known', () => {
  expect(datedAttempt(attempt())).toEqual({ doi: paper, date: '2026' })
  expect(datedAttempt(attempt({ replicationYear: null }))).toEqual({ doi: paper, date: null })
})

describeStore<KnownTables>('when something was written about several papers', knownMigrations, open => {
  const other = doiFromText('10.1000/other') as Doi
  const all = (db: Kysely<KnownTables>) =>
    db.selectFrom('activity').select(['doi', 'kind', 'date', 'at']).orderBy('doi').orderBy('date').execute()
  const correction = (given: Partial<ToldUpdate>) =>
    told({ type: 'correction', title: null, retracted: false, ...given })

  test('what is old is news of the one that is watched only, and what is given back is what the writer gives', async () => {
    const db = await open()
    await watch(db)
    const rows = [
      correction({ date: '2018-01-01' }),
      correction({ doi: other, date: '2018-01-01' }),
      correction({ doi: other, date: '2026-11-19', noticeDoi: doiFromText('10.1000/second') as Doi }),
    ]
    expect(await save(db, rows)).toBe(3)
    expect((await all(db)).map(({ doi, date }) => [doi, date])).toEqual([
      [other, '2026-11-19'],
      [paper, '2018-01-01'],
    ])
  })

  test('of which nothing can be news, it is written all the same', async () => {
    const db = await open()
    expect(await save(db, [correction({ date: '2018-01-01' })])).toBe(1)
    expect(await db.selectFrom('updates').select('doi').execute()).toEqual([{ doi: paper }])
    expect(await all(db)).toEqual([])
  })

  test('news that is dated to the month, or to a day to come, stands where we heard of it', async () => {
    const db = await open()
    await watch(db)
    const notices = ['a', 'b', 'c', 'd'].map(name => doiFromText(`10.1000/${name}`) as Doi)
    const dates = ['2026-11', '2026-12-24', '2026-11-01', null]
    await save(
      db,
      dates.map((date, n) => correction({ date, noticeDoi: notices[n] ?? null })),
    )
    expect(Object.fromEntries((await all(db)).map(({ date, at }) => [date, at]))).toEqual({
      null: now,
      '2026-11': now,
      '2026-12-24': now,
      '2026-11-01': Date.parse('2026-11-01'),
    })
  })

  test('notices that are no news of their own are not listed: comments, newer editions', async () => {
    const db = await open()
    await watch(db)
    await save(db, [told({ type: 'comment', title: null, retracted: false })])
    expect(await all(db)).toEqual([])
  })

  test('attempts without a DOI are told apart by their address, or else by their title', async () => {
    const db = await open()
    await watch(db)
    const without = (given: Partial<ReplicationRow>) => attempt({ replicationDoi: null, ...given })
    const rows = [
      without({ replicationUrl: 'https://osf.io/a' }),
      without({ replicationUrl: 'https://osf.io/b' }),
      without({ replicationTitle: 'One' }),
      without({ replicationTitle: 'Two' }),
      without({ replicationTitle: 'Two', type: 'reproduction' }),
    ]
    const saved = () =>
      db.transaction().execute(tx => withNews(tx, rows.map(datedAttempt), now, () => saveReplications(tx, rows)))
    await saved()
    await saved()
    expect(await all(db)).toHaveLength(5)
    expect(new Set((await all(db)).map(({ kind }) => kind))).toEqual(new Set(['replication']))
  })

  test('the notice that says so no more takes its news with it', async () => {
    const db = await open()
    const learned = (updates: ToldUpdate[], at: number) =>
      db.transaction().execute(tx => learnNotices(tx, [{ doi: notice, updates }], at))
    expect(await learned([told()], now)).toEqual({ changed: 1, removed: 0 })
    expect(await all(db)).toHaveLength(1)
    expect(await learned([], now + 1)).toEqual({ changed: 0, removed: 1 })
    expect(await all(db)).toEqual([])
  })
})

describeStore<KnownTables>('what our own list says of the future, or without a date', knownMigrations, open => {
  test('is not listed as what happened', async () => {
    const db = await open()
    const dates = [null, '2027-01-01', '2026-11-22', '2026-11-23']
    const updates = dates.map((date, n) =>
      told({ type: 'correction', title: null, retracted: false, date, noticeDoi: doiFromText(`10.1000/n${n}`) as Doi }),
    )
    await replaceStarter(db, { updates, replications: [] }, now)
    expect(await listed(db)).toEqual(['correction 2026-11-22'])
  })
})
