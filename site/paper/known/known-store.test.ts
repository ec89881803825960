import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { knownFrom } from './known.ts'
import { knownReader } from './known-reader.ts'
import {
  hasNoStarter,
  type ReplicationRow,
  replaceUpdates,
  saveReplications,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
import { floraOrigin, type KnownTables, knownMigrations } from './known-tables.ts'
import { replaceStarter } from './news.ts'

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
  test('is read back from either side', async () => {
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

  test('changes nothing the second time, and only what differs the third', async () => {
    const db = await open()
    const rows = Array.from({ length: 1200 }, (_, index) => update({ doi: doi(`10.1000/${index}`) }))
    expect(await saveUpdates(db, rows)).toBe(1200)
    expect(await saveUpdates(db, rows)).toBe(0)
    expect(await saveUpdates(db, rows.with(7, update({ doi: doi('10.1000/7'), date: null })))).toBe(1)
    expect(await saveUpdates(db, [])).toBe(0)
    expect(await saveReplications(db, [replication(), replication(), replication({ origin: 'b.csv' })])).toBe(2)
    expect(await saveReplications(db, [replication(), replication({ origin: 'b.csv' })])).toBe(0)
  })

  test('tells FORRT’s present list from its earlier files, and believes it', async () => {
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
    const evidence = {
      doi: paper,
      title: null,
      titleFrom: null,
      year: null,
      retractedBy: null,
      updates: [],
      replications,
      lookUp: () => null,
      aboutTitled: () => null,
    }
    expect(knownFrom(evidence, [], 0)).toMatchObject({
      status: { kind: 'held' },
      facts: [{ label: 'Replication: held' }],
    })
  })

  test('replaces our own list by the next one, and touches nobody else’s', async () => {
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

  test('lets a live source take back what it said, and leaves the import file alone', async () => {
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

  test('keeps the dates and reasons of Retraction Watch’s list when its index comes after, whichever comes first', async () => {
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
    const about = {
      doi: paper,
      title: null,
      titleFrom: null,
      year: null,
      retractedBy: null,
      lookUp: () => null,
      aboutTitled: () => null,
    }
    expect(knownFrom({ ...about, ...known }, [], 0).facts).toMatchObject([
      { kind: 'retraction', reasons: ['error in data'] },
    ])
  })
})
