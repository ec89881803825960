import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { knownFrom } from './known.ts'
import { knownReader } from './known-reader.ts'
import {
  hasNoStarter,
  noteAsked,
  type ReplicationRow,
  removeListed,
  replaceAnnounced,
  replaceUpdates,
  type SourcedUpdate,
  saveReplications,
  saveSourcedUpdates,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
import { floraOrigin, type KnownTables, knownMigrations } from './known-tables.ts'
import { replaceStarter } from './news.ts'
import { exampleEvidence } from './testing/index.ts'

const doi = (text: string): Doi => doiFromText(text) as Doi
const paper = doi('10.1000/paper')

const update = (given: Partial<UpdateRow> = {}): UpdateRow => ({
  doi: paper,
  type: 'Expression_of_concern',
  noticeDoi: doi('10.1000/notice'),
  date: '2019-04-30',
  retracted: true,
  journal: 'A journal',
  publisher: null,
  title: 'Quote " and \\ and 日本',
  ...given,
})
const replication = (given: Partial<ReplicationRow> = {}): ReplicationRow => ({
  originalDoi: paper,
  replicationDoi: doi('10.1000/replication'),
  type: 'replication',
  outcome: 'successful',
  quote: null,
  originalTitle: null,
  originalJournal: null,
  originalYear: 2010,
  replicationTitle: 'Again <i>and</i> again',
  replicationJournal: null,
  replicationYear: 2015,
  origin: 'a.json',
  ...given,
})

describeStore<KnownTables>('what is known', knownMigrations, open => {
  test('evidence is readable from both papers', async () => {
    const db = await open()
    expect(await saveUpdates(db, [update(), update({ noticeDoi: null, date: null, retracted: false })])).toBe(2)
    expect(
      await saveReplications(db, [
        replication(),
        replication({ replicationDoi: null, replicationUrl: 'https://osf.io/x' }),
      ]),
    ).toBe(2)
    const read = knownReader(db).one
    const { updates, replications } = await read(paper)
    expect(updates).toHaveLength(2)
    expect(updates).toContainEqual({
      doi: paper,
      source: 'crossref',
      type: 'expression-of-concern',
      noticeDoi: '10.1000/notice',
      date: '2019-04-30',
      retracted: true,
      title: 'Quote " and \\ and 日本',
    })
    expect(updates).toContainEqual(expect.objectContaining({ noticeDoi: null, date: null, retracted: false }))
    expect(replications).toContainEqual(
      expect.objectContaining({
        replicationDoi: '10.1000/replication',
        originalYear: 2010,
        replicationTitle: 'Again and again',
      }),
    )
    expect(replications).toContainEqual(
      expect.objectContaining({ replicationDoi: null, replicationUrl: 'https://osf.io/x' }),
    )
    expect((await read(doi('10.1000/notice'))).updates).toHaveLength(1)
    expect((await read(doi('10.1000/replication'))).replications).toHaveLength(1)
    expect(await read(doi('10.1000/other'))).toEqual({ updates: [], replications: [], askedAt: null })
    const dois = ['10.1000/notice', '10.1000/other', '10.1000/replication', paper].map(doi)
    const listed = await knownReader(db).many(dois)
    for (const each of dois) expect({ ...listed.get(each), askedAt: null }).toEqual(await read(each))
    expect(await knownReader(db).many([])).toEqual(new Map())
  })

  test('saving again changes nothing, and later only what differs', async () => {
    const db = await open()
    const rows = Array.from({ length: 1200 }, (_, index) => update({ doi: doi(`10.1000/${index}`) }))
    expect(await saveUpdates(db, rows)).toBe(1200)
    expect(await saveUpdates(db, rows)).toBe(0)
    expect(await saveUpdates(db, rows.with(7, update({ doi: doi('10.1000/7'), date: null })))).toBe(1)
    expect(await saveUpdates(db, [])).toBe(0)
    expect(await saveReplications(db, [replication(), replication(), replication({ origin: 'b.csv' })])).toBe(2)
    expect(await saveReplications(db, [replication(), replication({ origin: 'b.csv' })])).toBe(0)
  })

  test('FORRT’s current list takes precedence over its earlier files', async () => {
    const db = await open()
    await saveReplications(db, [
      replication({ outcome: 'failed' }),
      replication({ outcome: 'successful', origin: floraOrigin }),
    ])
    const { replications } = await knownReader(db).one(paper)
    expect(replications.map(({ source, outcome }) => `${source} ${outcome}`).toSorted()).toEqual([
      'forrt successful',
      'forrt-earlier failed',
    ])
    const evidence = exampleEvidence({ year: null, replications })
    expect(knownFrom(evidence, [], 0)).toMatchObject({
      status: { kind: 'held' },
      facts: [{ label: 'Replicated' }],
    })
  })

  test('our own list is replaced by its next version, without affecting other sources', async () => {
    const db = await open()
    await saveUpdates(db, [update()])
    await saveReplications(db, [replication()])
    expect(await hasNoStarter(db)).toBe(true)
    const gone = update({ noticeDoi: doi('10.1000/gone') })
    await replaceStarter(db, { updates: [update(), gone], replications: [replication()] }, 1)
    expect(await hasNoStarter(db)).toBe(false)
    await replaceStarter(db, { updates: [update({ date: '2019' })], replications: [] }, 1)
    const { updates, replications } = await knownReader(db).one(paper)
    expect(updates.map(({ source, date }) => `${source} ${date}`).toSorted()).toEqual([
      'crossref 2019-04-30',
      'starter 2019',
    ])
    expect(replications.map(({ source }) => source)).toEqual(['forrt-earlier'])
  })

  test('a live source can withdraw its statement without affecting the imported one', async () => {
    const db = await open()
    await saveUpdates(db, [update()])
    const replace = (...types: string[]) =>
      db.transaction().execute(tx =>
        replaceUpdates(
          tx,
          paper,
          types.map(type => ({ ...update({ type }), source: 'retraction-watch' as const })),
          1_700_000_000_000,
        ),
      )
    await replace('retraction', 'correction')
    expect((await knownReader(db).one(paper)).updates).toHaveLength(3)
    expect((await knownReader(db).one(paper)).askedAt).toBe(1_700_000_000_000)
    await replace('retraction')
    expect(
      (await knownReader(db).one(paper)).updates.map(({ type, source }) => `${type} ${source}`).toSorted(),
    ).toEqual(['expression-of-concern crossref', 'retraction retraction-watch'])
  })

  test('dates and reasons from Retraction Watch’s list survive importing its index, in any order', async () => {
    const db = await open()
    const whole = update({
      type: 'retraction',
      date: '2024-07-18',
      reasons: ['Error in Data'],
      links: ['https://x.org/'],
    })
    const index = update({ type: 'retraction', date: null })
    const list = 'retraction-watch-list' as const
    const stored = () => db.selectFrom('updates').select(['date', 'reasons', 'links']).execute()
    const told = [{ date: '2024-07-18', reasons: '["Error in Data"]', links: '["https://x.org/"]' }]
    expect(await saveUpdates(db, [index], list)).toBe(1)
    expect(await saveUpdates(db, [whole], list)).toBe(1)
    expect(await stored()).toEqual(told)
    expect(await saveUpdates(db, [index], list)).toBe(0)
    expect(await stored()).toEqual(told)
    const known = await knownReader(db).one(paper)
    expect(known.updates).toMatchObject([{ source: list, date: '2024-07-18', reasons: ['Error in Data'] }])
    expect(knownFrom(exampleEvidence({ year: null, ...known }), [], 0).facts).toMatchObject([
      { kind: 'retraction', reasons: ['error in data'] },
    ])
  })
})

describeStore<KnownTables>('what is told of a paper', knownMigrations, open => {
  const stored = async (db: Kysely<KnownTables>) =>
    (await db.selectFrom('updates').select(['doi', 'notice_doi', 'type', 'source']).execute())
      .map(row => [row.doi, row.notice_doi, row.type, row.source].join(' '))
      .toSorted()

  test('evidence is normalized before storage: types, outcomes, titles and empty lists', async () => {
    const db = await open()
    await saveUpdates(db, [update({ type: ' Partial_Retraction ', title: '<i>Two</i> words', reasons: [], links: [] })])
    expect(await db.selectFrom('updates').selectAll().execute()).toEqual([
      {
        doi: paper,
        source: 'crossref',
        type: 'partial-retraction',
        notice_doi: '10.1000/notice',
        date: '2019-04-30',
        retracted: 1,
        journal: 'A journal',
        publisher: null,
        title: 'Two words',
        reasons: null,
        links: null,
      },
    ])
    await saveUpdates(db, [update({ type: 'partial-retraction', title: '<br/>' })])
    expect(await db.selectFrom('updates').select('title').execute()).toEqual([{ title: null }])
    await saveReplications(db, [
      replication({ type: ' Reproduction', outcome: 'FAILED ', originalTitle: '<b>One</b>' }),
    ])
    expect(await db.selectFrom('replications').selectAll().execute()).toEqual([
      {
        original_doi: paper,
        attempt: '10.1000/replication',
        type: 'reproduction',
        origin: 'a.json',
        replication_doi: '10.1000/replication',
        replication_url: null,
        outcome: 'failed',
        quote: null,
        original_title: 'One',
        original_journal: null,
        original_year: 2010,
        replication_title: 'Again and again',
        replication_journal: null,
        replication_year: 2015,
      },
    ])
  })

  test('replications without a DOI are identified by URL, then title', async () => {
    const db = await open()
    const without = (given: Partial<ReplicationRow> = {}) => replication({ replicationDoi: null, ...given })
    await saveReplications(db, [
      without({ replicationUrl: 'https://osf.io/x' }),
      without({ replicationTitle: 'A title' }),
      without({ replicationTitle: null }),
    ])
    const rows = await db.selectFrom('replications').select('attempt').execute()
    expect(rows.map(({ attempt }) => attempt).toSorted()).toEqual(['', 'A title', 'https://osf.io/x'])
  })

  test('evidence is stored by source and counted together', async () => {
    const db = await open()
    const told = (source: SourcedUpdate['source']): SourcedUpdate => ({ ...update({ type: 'retraction' }), source })
    expect(await saveSourcedUpdates(db, [told('publisher'), told('retraction-watch'), told('publisher')])).toBe(2)
    expect(await stored(db)).toEqual([
      '10.1000/paper 10.1000/notice retraction publisher',
      '10.1000/paper 10.1000/notice retraction retraction-watch',
    ])
    expect(await saveSourcedUpdates(db, [])).toBe(0)
  })

  test('evidence from other sources is not part of Crossref’s live response', async () => {
    const db = await open()
    const told = (source: SourcedUpdate['source']): SourcedUpdate => ({ ...update({ type: 'retraction' }), source })
    await db
      .transaction()
      .execute(tx => replaceUpdates(tx, paper, [told('publisher'), told('crossref'), told('retraction-watch-list')], 1))
    expect(await stored(db)).toEqual(['10.1000/paper 10.1000/notice retraction publisher'])
  })

  test('the time of the last query is stored', async () => {
    const db = await open()
    for (const at of [5, 7]) await db.transaction().execute(tx => noteAsked(tx, paper, at))
    expect((await knownReader(db).one(paper)).askedAt).toBe(7)
  })
})

describeStore<KnownTables>('what notices say', knownMigrations, open => {
  const notice = doi('10.1000/notice')
  const other = doi('10.1000/other')
  const told = (given: Partial<SourcedUpdate> = {}): SourcedUpdate => ({
    ...update({ type: 'Partial_Retraction' }),
    source: 'publisher',
    ...given,
  })
  const stored = async (db: Kysely<KnownTables>) =>
    (await db.selectFrom('updates').select(['doi', 'notice_doi', 'source']).execute())
      .map(row => [row.doi, row.notice_doi, row.source].join(' '))
      .toSorted()

  test('a notice’s statements replace its earlier ones, not those of other sources or notices', async () => {
    const db = await open()
    await saveSourcedUpdates(db, [
      told(),
      told({ doi: other }),
      told({ doi: other, source: 'retraction-watch' }),
      told({ doi: other, source: 'crossref' }),
      told({ noticeDoi: doi('10.1000/elsewhere') }),
    ])
    expect(await replaceAnnounced(db, [{ doi: notice, updates: [told()] }])).toEqual({ changed: 0, removed: 2 })
    expect(await stored(db)).toEqual([
      '10.1000/other 10.1000/notice crossref',
      '10.1000/paper 10.1000/elsewhere publisher',
      '10.1000/paper 10.1000/notice publisher',
    ])
  })

  test('statements count as changed if new or different', async () => {
    const db = await open()
    const say = (...updates: SourcedUpdate[]) => replaceAnnounced(db, [{ doi: notice, updates }])
    expect(await say(told(), told({ doi: other }))).toEqual({ changed: 2, removed: 0 })
    expect(await say(told({ date: '2019' }), told({ doi: other }))).toEqual({ changed: 1, removed: 0 })
    expect(await replaceAnnounced(db, [])).toEqual({ changed: 0, removed: 0 })
  })
})

describeStore<KnownTables>('a list that tells of less than before', knownMigrations, open => {
  const dois = ['a', 'b', 'c', 'd'].map(name => doi(`10.1000/${name}`))
  const left = async (db: Kysely<KnownTables>, table: 'updates' | 'replications') => {
    const rows =
      table === 'updates'
        ? await db.selectFrom('updates').select('doi').execute()
        : await db.selectFrom('replications').select('original_doi as doi').execute()
    return rows.map(row => row.doi).toSorted()
  }

  test('a complete Retraction Watch list removes what it no longer contains, and a truncated one does not', async () => {
    const db = await open()
    const rows = dois.map(each => update({ doi: each, type: 'retraction' }))
    await saveUpdates(db, rows, 'retraction-watch-list')
    await saveUpdates(db, [update({ type: 'retraction' })], 'retraction-watch')
    const tell = (count: number) =>
      removeListed(db, {
        source: 'retraction-watch',
        told: new Set(dois.slice(0, count).map(each => [each, '10.1000/notice', 'retraction'].join('\n'))),
        leastLeft: 0.5,
      })
    expect(await tell(1)).toBe(0)
    expect(await left(db, 'updates')).toEqual([...dois, paper])
    expect(await tell(2)).toBe(2)
    expect(await left(db, 'updates')).toEqual([...dois.slice(0, 2), paper])
  })

  test('a complete FORRT list removes what it no longer contains, and a truncated one does not', async () => {
    const db = await open()
    await saveReplications(
      db,
      dois.map(each => replication({ originalDoi: each, origin: floraOrigin })),
    )
    await saveReplications(db, [replication()])
    const tell = (count: number) =>
      removeListed(db, {
        source: 'forrt',
        told: new Set(dois.slice(0, count).map(each => [each, '10.1000/replication', 'replication'].join('\n'))),
        leastLeft: 0.5,
      })
    expect(await tell(1)).toBe(0)
    expect(await left(db, 'replications')).toEqual([...dois, paper])
    expect(await tell(2)).toBe(2)
    expect(await left(db, 'replications')).toEqual([...dois.slice(0, 2), paper])
  })
})
