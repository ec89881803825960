import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { addInterest } from '../activity/index.ts'
import { type ReplicationRow, saveReplications, saveUpdates, type ToldUpdate } from './known-store.ts'
import { type KnownTables, knownMigrations } from './known-tables.ts'
import { datedAttempt, learnFlag, learnNotices, learnUpdates, replaceStarter, withNews } from './news.ts'

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
      { doi: paper, kind: 'replication', outcome: 'not-held', label: 'Replication: did not hold', detail: 'Again' },
    ])
    await watch(db)
    await saved(attempt({ replicationDoi: doiFromText('10.1000/older') as Doi, replicationYear: 2012 }))
    expect(await listed(db)).toEqual(['replication 2012', 'replication 2026'])
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
