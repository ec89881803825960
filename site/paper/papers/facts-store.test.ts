import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import {
  type FactsTables,
  factsMigration,
  factsOfManyReader,
  factsReader,
  type PaperFacts,
  saveFacts,
} from './facts-store.ts'
import { noDetails } from './record-details.ts'
import { work } from './testing/index.ts'

const paper = (doi: string, given: Partial<PaperFacts> = {}): PaperFacts =>
  work(doi, {
    authors: [
      { name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' },
      { name: 'G. Hopper', orcid: null },
    ],
    authorsTruncated: true,
    retracted: false,
    details: { ...noDetails, citedBy: 3 },
    source: 'crossref',
    fetchedAt: 7,
    ...given,
  })

describeStore<FactsTables>('what was said of a paper', [factsMigration], open => {
  test('stored metadata is read back unchanged', async () => {
    const db = await open()
    const facts = paper('10.1000/a')
    await saveFacts(db, facts.doi, facts, 7)
    expect(await factsReader(db)(facts.doi)).toEqual({ kind: 'found', facts, fetchedAt: 7 })
    expect(await factsReader(db)(storedDoi('10.1000/b'))).toBe(null)
  })

  test('stored metadata is replaced by newer data, never by an empty response', async () => {
    const db = await open()
    const read = factsReader(db)
    const [before, after] = [paper('10.1000/a'), paper('10.1000/a', { title: 'Another', fetchedAt: 9 })]
    const isFound = async () => (await db.selectFrom('paper_facts').select('found').execute()).map(({ found }) => found)
    await saveFacts(db, before.doi, null, 5)
    expect(await isFound()).toEqual([0])
    expect(await read(before.doi)).toEqual({ kind: 'not-found', fetchedAt: 5 })
    await saveFacts(db, before.doi, before, 7)
    expect(await read(before.doi)).toEqual({ kind: 'found', facts: before, fetchedAt: 7 })
    await saveFacts(db, before.doi, after, 9)
    expect(await read(before.doi)).toEqual({ kind: 'found', facts: after, fetchedAt: 9 })
    await saveFacts(db, before.doi, null, 11)
    expect(await isFound()).toEqual([1])
    expect(await read(before.doi)).toEqual({ kind: 'found', facts: { ...after, fetchedAt: 11 }, fetchedAt: 11 })
  })

  test('metadata is read for a list of papers that have it', async () => {
    const db = await open()
    const [a, b, unknown] = [paper('10.1000/a'), paper('10.1000/b', { authors: [] }), storedDoi('10.1000/unknown')]
    await saveFacts(db, a.doi, a, 7)
    await saveFacts(db, b.doi, b, 7)
    await saveFacts(db, unknown, null, 7)
    expect(await factsOfManyReader(db)([a.doi, unknown, storedDoi('10.1000/never')])).toEqual(new Map([[a.doi, a]]))
    expect(await factsOfManyReader(db)([b.doi, a.doi])).toEqual(
      new Map([
        [a.doi, a],
        [b.doi, b],
      ]),
    )
    expect(await factsOfManyReader(db)([])).toEqual(new Map())
  })

  test('old stored metadata gets its title cleaned and lacks newer fields', async () => {
    const db = await open()
    const doi = storedDoi('10.1000/old')
    const said = { authors: [], journal: null, year: null, type: null, retracted: null, source: 'openalex' }
    const keep = async (title: string | null) => {
      const facts = JSON.stringify({ ...said, title })
      await db.deleteFrom('paper_facts').execute()
      await db.insertInto('paper_facts').values({ doi, found: 1, facts, fetched_at: 7 }).execute()
      return factsReader(db)(doi)
    }
    const facts = { ...said, doi, authorsTruncated: false, details: null, fetchedAt: 7 }
    expect(await keep('$\\beta$-decay')).toEqual({
      kind: 'found',
      facts: { ...facts, title: 'β-decay' },
      fetchedAt: 7,
    })
    expect(await keep(null)).toEqual({ kind: 'found', facts: { ...facts, title: null }, fetchedAt: 7 })
  })
})
