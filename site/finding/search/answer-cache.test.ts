import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { FoundWork } from '../search-box/index.ts'
import {
  keepAnswer,
  readAnswer,
  readDoisOfPmids,
  type SearchTables,
  searchMigration,
  sweepAnswers,
} from './answer-cache.ts'

const day = 86_400_000
const asked = 10 * day

const work = (name: string): FoundWork => ({
  doi: storedDoi(`10.1000/${name}`),
  title: `Title of ${name}`,
  authors: ['Ada Lovelace'],
  authorsTruncated: true,
  journal: 'Journal of Tea',
  year: 2011,
})

const kept = async (db: Kysely<SearchTables>) =>
  (await db.selectFrom('search_answers').select('query').orderBy('query').execute()).map(({ query }) => query)

describeStore<SearchTables>('an answer of OpenAlex', [searchMigration], open => {
  test('an OpenAlex response is reused for 24 hours, also when empty', async () => {
    const db = await open()
    const bare = { ...work('b'), title: null, authors: [], authorsTruncated: false, journal: null, year: null }
    await keepAnswer(db, 'tea', [work('a'), bare], asked)
    await keepAnswer(db, 'nothing', [], asked)
    for (const now of [asked, asked + day - 1]) {
      expect(await readAnswer(db, 'tea', now)).toEqual([work('a'), bare])
      expect(await readAnswer(db, 'nothing', now)).toEqual([])
    }
    expect(await readAnswer(db, 'tea', asked + day)).toBeNull()
    expect(await readAnswer(db, 'coffee', asked)).toBeNull()
  })

  test('a newer response replaces the cached one and restarts its lifetime', async () => {
    const db = await open()
    await keepAnswer(db, 'tea', [work('a')], asked)
    await keepAnswer(db, 'tea', [work('b')], asked + day - 1)
    expect(await readAnswer(db, 'tea', asked + day)).toEqual([work('b')])
  })

  test('a response cached by an older version counts its author list as complete', async () => {
    const db = await open()
    const { authorsTruncated: _, ...old } = work('a')
    await db
      .insertInto('search_answers')
      .values({ query: 'tea', works: JSON.stringify([old]), fetched_at: asked })
      .execute()
    expect(await readAnswer(db, 'tea', asked)).toEqual([{ ...old, authorsTruncated: false }])
  })

  test.each([
    ['the next search', (db: Kysely<SearchTables>, now: number) => keepAnswer(db, 'new', [], now), ['new']],
    ['the nightly sweep', sweepAnswers, []],
  ])('a cached response is deleted after 24 hours by %s', async (_, act, others) => {
    const db = await open()
    await keepAnswer(db, 'tea', [], asked)
    await keepAnswer(db, 'later', [], asked + 1)
    await act(db, asked + day - 1)
    expect(await kept(db)).toEqual(['later', ...others, 'tea'])
    await act(db, asked + day)
    expect(await kept(db)).toEqual(['later', ...others])
  })

  test('cached responses resolve PubMed ids for up to 24 hours', async () => {
    const db = await open()
    await keepAnswer(db, 'pmid:1', [work('a')], asked)
    await keepAnswer(db, 'pmid:2', [], asked)
    await keepAnswer(db, 'pmid:3', [work('c')], asked + 1)
    await keepAnswer(db, '4', [work('d')], asked)
    const told = async (now: number) => [...(await readDoisOfPmids(db, ['1', '2', '3', '4'], now))].toSorted()
    expect(await told(asked + day - 1)).toEqual([
      ['1', '10.1000/a'],
      ['3', '10.1000/c'],
    ])
    expect(await told(asked + day)).toEqual([['3', '10.1000/c']])
    expect([...(await readDoisOfPmids(db, [], asked))]).toEqual([])
  })
})
