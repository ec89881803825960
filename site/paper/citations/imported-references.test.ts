import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { knownMigrations } from '../known/index.ts'
import { referencesInWork, referencesSink } from './imported-references.ts'
import { type CitationTables, citationsMigration } from './tables.ts'
import { addUpdate, addUpdates, noon } from './testing/index.ts'

const fallen = storedDoi('10.1000/fallen')
const other = storedDoi('10.1000/other')
const citing = storedDoi('10.1000/citing')
const address = (id: string) => `https://openalex.org/${id}`

test.each([
  [
    'the fallen papers that it cites',
    citing,
    { id: address('W1'), referenced_works: [address('W8'), address('W7'), 7, null], publication_date: '2020-03-01' },
    { doi: citing, address: null, cites: [address('W7')], published: '2020-03' },
  ],
  [
    'its own address, when it is a fallen paper whose address is not known',
    fallen,
    { id: address('W9'), referenced_works: [], publication_date: '2020-03-14' },
    { doi: fallen, address: address('W9'), cites: [], published: '2020-03-14' },
  ],
  [
    'both',
    fallen,
    { id: address('W9'), referenced_works: [address('W7')] },
    { doi: fallen, address: address('W9'), cites: [address('W7')], published: null },
  ],
  [
    'no date, where that is no text',
    citing,
    { referenced_works: [address('W7')], publication_date: ['2020-03-14'] },
    { doi: citing, address: null, cites: [address('W7')], published: null },
  ],
  ['nothing, when it cites none', citing, { id: address('W1'), referenced_works: [address('W8')] }, null],
  ['nothing, when its fields are of other types', fallen, { id: 9, referenced_works: 'none' }, null],
])('a work provides %s', (_, doi, work, told) => {
  const sought = { addresses: new Set([address('W7')]), unnamed: new Set([fallen]) }
  expect(referencesInWork(work, doi, sought)).toEqual(told)
})

describeStore<CitationTables>('an import of works', [...knownMigrations, citationsMigration], open => {
  const idsOf = async (db: Kysely<CitationTables>) =>
    Object.fromEntries(
      (await db.selectFrom('fallen_papers').select(['doi', 'openalex_id']).execute()).map(row => [
        row.doi,
        row.openalex_id,
      ]),
    )
  const edgesOf = (db: Kysely<CitationTables>) =>
    db.selectFrom('fallen_references').selectAll().orderBy('citing').execute()

  test('an import searches for all problematic papers by OpenAlex id, or by DOI if unknown', async () => {
    const db = await open()
    await addUpdates(
      db,
      Array.from({ length: 600 }, (_, n) => `10.1000/many-${n}`),
    )
    await addUpdate(db, fallen, 'retraction', '2020')
    const sink = referencesSink(db, () => noon)
    expect((await sink.sought()).unnamed.size).toBe(601)
    await db.updateTable('fallen_papers').set({ openalex_id: 'W7' }).where('doi', '=', fallen).execute()
    const { addresses, unnamed } = await sink.sought()
    expect([[...addresses], unnamed.size, unnamed.has(fallen)]).toEqual([[address('W7')], 600, false])
  })

  test('an import records when a retraction was learned, and treats the initial ones as old', async () => {
    const db = await open()
    const sink = referencesSink(db, () => noon)
    await addUpdate(db, fallen, 'retraction', '2020')
    await sink.sought()
    await addUpdate(db, other, 'retraction', '2020')
    await sink.sought()
    const rows = await db.selectFrom('fallen_papers').select(['doi', 'noted_at']).orderBy('doi').execute()
    expect(rows).toEqual([
      { doi: fallen, noted_at: 0 },
      { doi: other, noted_at: noon },
    ])
  })

  test('an import stores ids and references, and saving again changes nothing', async () => {
    const db = await open()
    await addUpdate(db, fallen, 'retraction', '2020')
    await addUpdate(db, other, 'retraction', '2020')
    const sink = referencesSink(db, () => noon)
    await sink.sought()
    const named = [
      { doi: fallen, address: address('W7'), cites: [], published: null },
      { doi: other, address: 'https://example.org/W8', cites: [], published: null },
    ]
    for (let again = 0; again < 2; again++) await sink.save(named)
    expect(await idsOf(db)).toEqual({ [fallen]: 'W7', [other]: null })
    await sink.save([{ doi: fallen, address: address('W700'), cites: [], published: null }])
    expect(await idsOf(db), 'the address that is known stays').toEqual({ [fallen]: 'W7', [other]: null })

    await sink.sought()
    const told = [{ doi: citing, address: null, cites: [address('W7'), address('W99')], published: '2020-03' }]
    for (let again = 0; again < 2; again++) await sink.save(told)
    expect(await edgesOf(db)).toEqual([{ citing, cited: fallen, source: 'openalex', published: '2020-03' }])
  })
})
