import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../../kit/doi/index.ts'
import { saveReplications, saveUpdates } from '../../known/index.ts'
import { learnReferences } from '../imported-references.ts'
import { hasListedFalls, listFalls } from '../list-falls.ts'
import type { CitationTables, ReferenceSource } from '../tables.ts'

type Db = Kysely<CitationTables>

/** Fixed test time. */
export const noon = Date.parse('2026-11-25T12:00:00Z')

/** Something that a notice does to a paper, according to its publisher. */
export const addUpdate = (db: Db, doi: string, type: string, date: string | null, noticeDoi = `${doi}.notice`) =>
  saveUpdates(db, [updateOf(doi, type, date, noticeDoi)], 'publisher')

/** Many papers were retracted in 2020. */
export const addUpdates = (db: Db, dois: readonly string[]) =>
  saveUpdates(
    db,
    dois.map(doi => updateOf(doi, 'retraction', '2020', `${doi}.notice`)),
    'publisher',
  )

const updateOf = (doi: string, type: string, date: string | null, noticeDoi: string) => ({
  doi: storedDoi(doi),
  type,
  noticeDoi: storedDoi(noticeDoi),
  date,
  retracted: type === 'retraction',
  journal: null,
  publisher: null,
  title: null,
})

/** An attempt to repeat a paper, in the DOI `<doi>.again`. */
export const addReplication = (db: Db, doi: string, outcome: string, year: number) =>
  saveReplications(db, [
    {
      originalDoi: storedDoi(doi),
      replicationDoi: storedDoi(`${doi}.again.${year}`),
      type: 'replication',
      outcome,
      quote: null,
      originalTitle: `Title of ${doi}`,
      originalJournal: null,
      originalYear: 2000,
      replicationTitle: 'Again',
      replicationJournal: null,
      replicationYear: year,
      origin: 'FReD-data/output/flora.csv',
    },
  ])

/** Lists the falls that are known, as a night does. */
export const listAll = async (db: Db, now = noon): Promise<void> => {
  const notedAt = (await hasListedFalls(db)) ? now : 0
  for (let after: string | null = ''; after !== null; ) after = await listFalls(db, after, notedAt)
}

type Told = { source?: ReferenceSource; published?: string | null; now?: number }

/** Reports a paper's references from a source: DOIs from Crossref, IDs from OpenAlex. */
export const addReferences = (
  db: Db,
  citing: string,
  cited: readonly string[],
  { source = 'crossref', published = '2020-03-14', now = noon }: Told = {},
): Promise<void> =>
  runTransaction(db, tx =>
    learnReferences(
      tx,
      storedDoi(citing),
      { source, published, cited: source === 'crossref' ? { dois: cited as readonly Doi[] } : { ids: cited } },
      now,
    ),
  )
