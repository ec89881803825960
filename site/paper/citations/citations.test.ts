import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { addInterest } from '../activity/index.ts'
import { knownMigrations } from '../known/index.ts'
import { learnReferences } from './imported-references.ts'
import { keepReferences } from './keep-references.ts'
import { readFlaggedReferences } from './read-fallen-references.ts'
import { type CitationTables, citationsMigration } from './tables.ts'
import { addReferences, addReplication, addUpdate, addUpdates, listAll, noon } from './testing/index.ts'

type Db = Kysely<CitationTables>

const citing = '10.1000/citing'
const fallen = '10.1000/fallen'
const lately = '2026-11-20'
const day = 86_400_000

const read = async (db: Db, doi = citing) => (await readFlaggedReferences(db, [storedDoi(doi)])).get(storedDoi(doi))
const fallsOf = async (db: Db, doi = citing) => (await read(db, doi))?.fallen.map(one => [one.doi, one.fall, one.when])
const watch = (db: Db, doi = citing) => addInterest(db, storedDoi(doi), { watchers: 1 })
const told = (db: Db) => db.selectFrom('activity').select(['doi', 'kind', 'key', 'detail']).orderBy('key').execute()

describeStore<CitationTables>('references to fallen papers', [...knownMigrations, citationsMigration], open => {
  test('references to problematic papers are listed with event, date and order of publication', async () => {
    const db = await open()
    await addUpdate(db, '10.1000/old', 'retraction', '2019-05-02')
    await addUpdate(db, '10.1000/late', 'retraction', '2021-02-03')
    await addUpdate(db, '10.1000/worry', 'expression_of_concern', '2020')
    await addUpdate(db, '10.1000/gone', 'withdrawal', null)
    await addReplication(db, '10.1000/weak', 'failed', 2015)
    await addReplication(db, '10.1000/firm', 'successful', 2015)
    await addUpdate(db, '10.1000/mended', 'correction', '2019-05-02')
    const all = ['worry', 'weak', 'old', 'firm', 'late', 'mended', 'gone', 'never-heard-of'].map(x => `10.1000/${x}`)
    await addReferences(db, citing, all)
    expect(await fallsOf(db)).toEqual([
      ['10.1000/late', 'retracted', 'after'],
      ['10.1000/old', 'retracted', 'before'],
      ['10.1000/gone', 'withdrawn', null],
      ['10.1000/worry', 'concern', 'same-year'],
      ['10.1000/weak', 'not-held', 'before'],
    ])
    const weak = (await read(db))?.fallen.at(-1)
    expect(weak).toMatchObject({ title: 'Title of 10.1000/weak', status: { source: { name: 'FORRT (CC BY 4.0)' } } })
    expect(await db.selectFrom('fallen_references').select('cited').execute()).toHaveLength(5)
  })

  test('unreported references are distinguished from none', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    await addReferences(db, '10.1000/clean', ['10.1000/good'])
    await addReferences(db, '10.1000/bare', [])
    const all = await readFlaggedReferences(db, [citing, '10.1000/clean', '10.1000/bare'].map(storedDoi))
    expect([...all]).toEqual([
      [citing, { readAt: null, fallen: [] }],
      ['10.1000/clean', { readAt: noon, fallen: [] }],
      ['10.1000/bare', { readAt: null, fallen: [] }],
    ])
  })

  test('self-citations are excluded, and duplicates across sources count once', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    await addUpdate(db, citing, 'retraction', lately)
    await listAll(db)
    await db
      .updateTable('fallen_papers')
      .set({ openalex_id: 'W7', title: 'It fell' })
      .where('doi', '=', fallen)
      .execute()
    await addReferences(db, citing, [fallen, citing, fallen, fallen])
    await addReferences(db, citing, ['W7', 'W8', 'W7'], { source: 'openalex', published: '2020-05' })
    expect(await fallsOf(db)).toEqual([[fallen, 'retracted', 'after']])
    expect((await read(db))?.fallen[0]?.title).toBe('It fell')
  })

  test('references from a retraction notice or a replication are excluded', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    await addReplication(db, '10.1000/weak', 'failed', 2015)
    await addReferences(db, `${fallen}.notice`, [fallen, '10.1000/weak'])
    await addReferences(db, '10.1000/weak.again.2015', [fallen, '10.1000/weak'])
    expect(await fallsOf(db, `${fallen}.notice`)).toEqual([['10.1000/weak', 'not-held', 'before']])
    expect(await fallsOf(db, '10.1000/weak.again.2015')).toEqual([[fallen, 'retracted', 'after']])
  })

  test('references are excluded once the citing paper turns out to be the notice', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    await addReferences(db, citing, [fallen])
    expect(await fallsOf(db)).toEqual([[fallen, 'retracted', 'after']])
    await addUpdate(db, fallen, 'retraction', lately, citing)
    expect(await fallsOf(db)).toEqual([])
  })

  test('references are removed with their record unless another source has them', async () => {
    const db = await open()
    await watch(db)
    await addUpdate(db, fallen, 'retraction', lately)
    await addUpdate(db, '10.1000/other', 'retraction', lately)
    await listAll(db)
    await db.updateTable('fallen_papers').set({ openalex_id: 'W7' }).where('doi', '=', fallen).execute()
    await addReferences(db, citing, [fallen, '10.1000/other'])
    await addReferences(db, citing, ['W7'], { source: 'openalex' })
    expect(await told(db)).toHaveLength(2)
    await addReferences(db, citing, ['10.1000/good'])
    expect(await fallsOf(db)).toEqual([[fallen, 'retracted', 'after']])
    expect((await told(db)).map(({ key }) => key)).toEqual([`cites ${citing} ${fallen}`])
    // An empty list means unknown.
    await addReferences(db, citing, [], { source: 'openalex' })
    expect(await fallsOf(db)).toHaveLength(1)
  })

  test('references of a watched paper are announced once', async () => {
    const db = await open()
    await watch(db)
    await addUpdate(db, fallen, 'retraction', lately)
    for (let again = 0; again < 3; again++) await addReferences(db, citing, [fallen])
    await addReferences(db, '10.1000/unwatched', [fallen])
    expect(await told(db)).toEqual([
      { doi: citing, kind: 'cites-retracted', key: `cites ${citing} ${fallen}`, detail: fallen },
    ])
  })

  test.each([
    ['an old fall, which was known before', '2012-02-02', 1, 0],
    ['an old fall, of which this site learned now', '2012-02-02', 0, 1],
    ['a fall of these days', lately, 1, 1],
  ])('new-event decision: %s', async (_, date, isKnownBefore, news) => {
    const db = await open()
    await watch(db)
    await addUpdate(db, '10.1000/first', 'retraction', '2001')
    if (isKnownBefore) await addUpdate(db, fallen, 'retraction', date)
    await listAll(db, noon - 3 * day)
    await addReferences(db, citing, ['10.1000/good'], { now: noon - 2 * day })
    await addUpdate(db, fallen, 'retraction', date)
    await listAll(db, noon - day)
    await addReferences(db, citing, ['10.1000/good', fallen])
    expect(await told(db)).toHaveLength(news)
    expect(await fallsOf(db)).toHaveLength(1)
  })

  test('references disappear with a withdrawn retraction and return with it, without a second notice', async () => {
    const db = await open()
    await watch(db)
    await addUpdate(db, fallen, 'retraction', lately)
    await listAll(db)
    await addReferences(db, citing, [fallen])
    await addUpdate(db, fallen, 'reinstatement', '2026-11-22', '10.1000/back')
    expect(await fallsOf(db)).toEqual([])
    await listAll(db)
    expect(await told(db)).toEqual([])
    expect(await db.selectFrom('fallen_papers').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('fallen_references').selectAll().execute()).toEqual([])

    await db.deleteFrom('updates').where('type', '=', 'reinstatement').execute()
    await listAll(db)
    await addReferences(db, citing, [fallen])
    expect(await fallsOf(db)).toHaveLength(1)
    expect(await told(db)).toHaveLength(1)
  })

  test('the cited paper’s title comes from OpenAlex, otherwise from its replication', async () => {
    const db = await open()
    await watch(db)
    await addReplication(db, '10.1000/weak', 'failed', 2026)
    await addReplication(db, '10.1000/named', 'failed', 2026)
    await listAll(db)
    await db.updateTable('fallen_papers').set({ title: 'It fell' }).where('doi', '=', '10.1000/named').execute()
    await addReferences(db, citing, ['10.1000/weak', '10.1000/named'])
    expect((await told(db)).map(({ detail }) => detail)).toEqual(['It fell', 'Title of 10.1000/weak'])
  })

  test('references read before the paper was watched are not news when read again', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    await addReferences(db, citing, [fallen])
    await watch(db)
    await addReferences(db, citing, [fallen])
    expect(await told(db)).toEqual([])
    expect(await fallsOf(db)).toHaveLength(1)
  })

  test('references to retracted and replicated papers are stored, and others are not', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    await addReplication(db, fallen, 'failed', 2015)
    const references = [fallen, '10.1000/good'].map(cited => ({
      ...{ citing: storedDoi(citing), cited: storedDoi(cited) },
      ...{ source: 'crossref' as const, published: null },
    }))
    expect(await keepReferences(db, references, noon)).toEqual(references.slice(0, 1))
    expect(await keepReferences(db, references.slice(1), noon)).toEqual([])
  })

  test('references are ordered by severity, then date, then DOI', async () => {
    const db = await open()
    for (const [name, date] of [
      ['c', '2019-05-02'],
      ['a', null],
      ['d', '2021-02-03'],
      ['b', '2019-05-02'],
    ] as const)
      await addUpdate(db, `10.1000/${name}`, 'retraction', date)
    await addUpdate(db, '10.1000/1', 'expression_of_concern', '2022-02-03')
    await addReferences(
      db,
      citing,
      ['a', 'b', 'c', 'd', '1'].map(name => `10.1000/${name}`),
    )
    expect((await fallsOf(db))?.map(([doi]) => doi)).toEqual(['d', 'b', 'c', 'a', '1'].map(name => `10.1000/${name}`))
  })

  test.each([
    ['by Crossref, which knows better', '2020-03-14', '2018', 'before'],
    ['by Crossref alone', '2020-03-14', null, 'before'],
    ['by OpenAlex alone', null, '2018', 'after'],
    ['by nobody', null, null, null],
  ])(
    'the order of citation and retraction is known when published dates come %s',
    async (_, crossref, openalex, when) => {
      const db = await open()
      await addUpdate(db, fallen, 'retraction', '2019-05-02')
      await listAll(db)
      await db.updateTable('fallen_papers').set({ openalex_id: 'W7' }).where('doi', '=', fallen).execute()
      await addReferences(db, citing, ['W7'], { source: 'openalex', published: openalex })
      await addReferences(db, citing, [fallen], { published: crossref })
      expect(await fallsOf(db)).toEqual([[fallen, 'retracted', when]])
    },
  )

  test('a changed retraction date is updated in references and their order', async () => {
    const db = await open()
    const dates = () => db.selectFrom('fallen_papers').select(['fell_on', 'noted_at']).execute()
    await addUpdate(db, fallen, 'retraction', '2020')
    await listAll(db, noon)
    expect(await dates()).toEqual([{ fell_on: '2020', noted_at: 0 }])
    await db.updateTable('updates').set({ date: '2020-05-06' }).execute()
    await listAll(db, noon + day)
    expect(await dates()).toEqual([{ fell_on: '2020-05-06', noted_at: 0 }])
  })

  test('at most twenty thousand references per paper are examined', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    const many = (n: number) => Array.from({ length: n }, (_, i) => `10.1000/ref-${i}`)
    await addReferences(db, citing, [...many(19_999), fallen])
    await addReferences(db, '10.1000/longer', [...many(20_000), fallen])
    expect([await fallsOf(db), await fallsOf(db, '10.1000/longer')]).toEqual([[[fallen, 'retracted', 'after']], []])
  })

  test('references are found among ten thousand', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', lately)
    const many = Array.from({ length: 10_000 }, (_, n) => (n === 9_999 ? fallen : `10.1000/ref-${n}`))
    await addReferences(db, citing, many)
    expect(await fallsOf(db)).toEqual([[fallen, 'retracted', 'after']])
    const answers = await readFlaggedReferences(db, [...many, citing].map(storedDoi))
    expect(answers.size).toBe(10_001)
    expect(answers.get(storedDoi(citing))?.fallen).toHaveLength(1)
  })

  test('references and their notifications are stored together or not at all', async () => {
    const db = await open()
    await watch(db)
    await addUpdate(db, fallen, 'retraction', lately)
    const dying = runTransaction(db, async tx => {
      await learnReferences(
        tx,
        storedDoi(citing),
        { source: 'crossref', cited: { dois: [storedDoi(fallen)] }, published: null },
        noon,
      )
      throw new Error('kill -9')
    })
    await expect(dying).rejects.toThrow('kill -9')
    expect([await fallsOf(db), await told(db)]).toEqual([[], []])
    await addReferences(db, citing, [fallen])
    expect([(await fallsOf(db))?.length, (await told(db)).length]).toEqual([1, 1])
  })

  test('references of more papers than one batch are all listed', async () => {
    const db = await open()
    const names = Array.from({ length: 1_100 }, (_, n) => `10.1000/${n % 2 ? 'a' : 'B-'}${n}(x)`)
    await addUpdates(
      db,
      names.map(name => name.toLowerCase()),
    )
    await listAll(db)
    expect(await db.selectFrom('fallen_papers').select('doi').execute()).toHaveLength(1_100)
  })
})
