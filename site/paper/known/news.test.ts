import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { addInterest } from '../activity/index.ts'
import { type ReplicationRow, type SourcedUpdate, saveReplications, saveUpdates } from './known-store.ts'
import { type KnownTables, knownMigrations } from './known-tables.ts'
import { datedAttempt, isRecent, learnFlag, learnNotices, learnUpdates, replaceStarter, withNews } from './news.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const paper = doiFromText('10.1000/paper') as Doi
const notice = doiFromText('10.1000/notice') as Doi

const told = (given: Partial<SourcedUpdate> = {}): SourcedUpdate => ({
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

const learn = (db: Kysely<KnownTables>, entries: SourcedUpdate[], at = now) =>
  db.transaction().execute(tx => learnUpdates(tx, paper, entries, at))
const save = (db: Kysely<KnownTables>, rows: SourcedUpdate[]) =>
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
  const old = (given: Partial<SourcedUpdate> = {}) =>
    told({ date: '2004-03-06', retracted: false, title: null, ...given })
  const rows = {
    updates: [old(), old({ type: 'correction', noticeDoi: doiFromText('10.1000/erratum') as Doi, date: '2008-08' })],
    replications: [attempt({ replicationYear: 2016 })],
  }

  test('our own list’s events are listed at their date with their source and without notifications', async () => {
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

  test('an event of our own list is listed once and disappears with its entry', async () => {
    const db = await open()
    await replaceStarter(db, rows, now)
    await replaceStarter(db, rows, now)
    expect(await listed(db)).toHaveLength(3)
    await replaceStarter(db, { updates: rows.updates.slice(0, 1), replications: [] }, now)
    expect(await listed(db)).toEqual(['retraction 2004-03-06'])
  })

  test('an event in our own list and another source is listed once', async () => {
    const db = await open()
    await replaceStarter(db, rows, now)
    await learn(db, [told({ date: '2004-03-06' })])
    expect((await listed(db)).filter(line => line.startsWith('retraction'))).toHaveLength(1)
  })
})

describeStore<KnownTables>('news of what is known', knownMigrations, open => {
  test('a recent event is listed with date, source and link', async () => {
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

  test('an event is listed once across sources, dates, channels and rewrites', async () => {
    const db = await open()
    await learn(db, [told()])
    await learn(db, [told(), told({ source: 'retraction-watch', date: '2026-11-19' })], now + 1)
    await save(db, [told({ source: 'retraction-watch-list', noticeDoi: null })])
    await db.transaction().execute(tx => learnNotices(tx, [{ doi: notice, updates: [told()] }], now + 2))
    expect(await listed(db)).toEqual(['retraction 2026-11-20'])
  })

  test('a correction upgraded to a retraction is news and replaces the correction', async () => {
    const db = await open()
    await learn(db, [told({ type: 'correction', retracted: false, title: null })])
    expect(await listed(db)).toEqual(['correction 2026-11-20'])
    await learn(db, [told({ title: null })], now + 1)
    expect(await listed(db)).toEqual(['retraction 2026-11-20'])
  })

  test('a withdrawn event leaves the list', async () => {
    const db = await open()
    await learn(db, [told()])
    await learn(db, [], now + 1)
    expect(await listed(db)).toEqual([])
  })

  test('an old event is news for watched papers only, and not on their first query', async () => {
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

  test('a replication is news in its publication year or for a watched paper', async () => {
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

  test('what a notice states when fetched is news for the target paper', async () => {
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

  test('uncommitted events are not listed', async () => {
    const db = await open()
    const failing = db.transaction().execute(async tx => {
      await learnUpdates(tx, paper, [told()], now)
      throw new Error('the power went')
    })
    await expect(failing).rejects.toThrow('the power went')
    expect(await listed(db)).toEqual([])
  })

  describe('record that becomes flagged as retracted', () => {
    const flag = (db: Kysely<KnownTables>, retracted = true, at = now) =>
      db.transaction().execute(tx => learnFlag(tx, paper, { retracted, by: 'OpenAlex' }, at))
    const rows = (db: Kysely<KnownTables>) => db.selectFrom('activity').selectAll().execute()

    test('the flag is news for a watched paper only', async () => {
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

    test('a notice found later completes the same event without a second notification', async () => {
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

    test('the flag of a reinstated paper is ignored since many records keep it', async () => {
      const db = await open()
      await learn(db, [])
      await watch(db)
      await learn(db, [told({ type: 'reinstatement', retracted: false, title: null })])
      await flag(db)
      expect(await listed(db)).toEqual(['reinstatement 2026-11-20'])
    })

    test('the flag is ignored if a notice exists, and withdrawn with it', async () => {
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

describe('recent event', () => {
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
  ])('an event of %s is recent: %j', (date, is) => {
    expect(isRecent(date, now)).toBe(is)
  })

  test('recency is exact to the day', () => {
    const midnight = Date.parse('2026-11-22')
    expect([isRecent('2026-08-24', midnight), isRecent('2026-11-23', midnight)]).toEqual([false, true])
    expect(isRecent('2026-08-24', midnight - 1)).toBe(true)
  })
})

test('a replication is dated by its year, if known', () => {
  expect(datedAttempt(attempt())).toEqual({ doi: paper, date: '2026' })
  expect(datedAttempt(attempt({ replicationYear: null }))).toEqual({ doi: paper, date: null })
})

describeStore<KnownTables>('when something was written about several papers', knownMigrations, open => {
  const other = doiFromText('10.1000/other') as Doi
  const all = (db: Kysely<KnownTables>) =>
    db.selectFrom('activity').select(['doi', 'kind', 'date', 'at']).orderBy('doi').orderBy('date').execute()
  const correction = (given: Partial<SourcedUpdate>) =>
    told({ type: 'correction', title: null, retracted: false, ...given })

  test('old events are news only for the watched paper, and the write’s result is returned', async () => {
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

  test('data is written even if nothing in it can be news', async () => {
    const db = await open()
    expect(await save(db, [correction({ date: '2018-01-01' })])).toBe(1)
    expect(await db.selectFrom('updates').select('doi').execute()).toEqual([{ doi: paper }])
    expect(await all(db)).toEqual([])
  })

  test('news dated to a month or in the future is listed when we learned of it', async () => {
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

  test('comments and new editions are not listed as news', async () => {
    const db = await open()
    await watch(db)
    await save(db, [told({ type: 'comment', title: null, retracted: false })])
    expect(await all(db)).toEqual([])
  })

  test('replications without a DOI are identified by URL or title', async () => {
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

  test('a notice that no longer states something withdraws its news', async () => {
    const db = await open()
    const learned = (updates: SourcedUpdate[], at: number) =>
      db.transaction().execute(tx => learnNotices(tx, [{ doi: notice, updates }], at))
    expect(await learned([told()], now)).toEqual({ changed: 1, removed: 0 })
    expect(await all(db)).toHaveLength(1)
    expect(await learned([], now + 1)).toEqual({ changed: 0, removed: 1 })
    expect(await all(db)).toEqual([])
  })
})

describeStore<KnownTables>('what our own list says of the future, or without a date', knownMigrations, open => {
  test('future or undated entries of our own list are not listed as events', async () => {
    const db = await open()
    const dates = [null, '2027-01-01', '2026-11-22', '2026-11-23']
    const updates = dates.map((date, n) =>
      told({ type: 'correction', title: null, retracted: false, date, noticeDoi: doiFromText(`10.1000/n${n}`) as Doi }),
    )
    await replaceStarter(db, { updates, replications: [] }, now)
    expect(await listed(db)).toEqual(['correction 2026-11-22'])
  })
})
