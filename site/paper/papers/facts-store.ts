import { listed, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { readableTitle } from '../titles/index.ts'
import type { PaperFacts } from './facts.ts'
import { detailsSchema } from './record-details.ts'

/** External metadata of papers: the last response for each DOI, including "not found". */
export type FactsTables = {
  paper_facts: {
    doi: string
    found: number
    /** JSON of `StoredFacts`; null when not found. */
    facts: string | null
    fetched_at: number
  }
}

export const factsMigration: Migration = {
  name: '2026-11-21-paper-facts',
  async up(db) {
    await db.schema
      .createTable('paper_facts')
      .addColumn('doi', 'text', column => column.primaryKey().notNull())
      .addColumn('found', 'integer', column => column.notNull())
      .addColumn('facts', 'text')
      .addColumn('fetched_at', 'bigint', column => column.notNull())
      .execute()
  },
}

/** A stored answer and its age's beginning, epoch milliseconds. */
export type StoredAnswer =
  | { kind: 'found'; facts: PaperFacts; fetchedAt: number }
  | { kind: 'not-found'; fetchedAt: number }

const storedFactsSchema = z.object({
  title: z.string().nullable(),
  authors: z.array(z.tuple([z.string(), z.string().nullable()])),
  authorsTruncated: z.boolean().default(false),
  journal: z.string().nullable(),
  year: z.number().nullable(),
  type: z.string().nullable(),
  retracted: z.boolean().nullable(),
  details: detailsSchema.default(null),
  source: z.enum(['openalex', 'crossref']),
})

/** Reads the stored answer for a DOI, or null. */
export const factsReader = (db: Kysely<FactsTables>): ((doi: Doi) => Promise<StoredAnswer | null>) => {
  const read = prepareQuery(db, (doi: string) => db.selectFrom('paper_facts').selectAll().where('doi', '=', doi))
  return async doi => {
    const [row] = await read(doi)
    return row === undefined ? null : answerOf(row)
  }
}

/** The same for a list: the facts of those of which any are stored. */
export const factsOfManyReader = (
  db: Kysely<FactsTables>,
): ((dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>) => {
  const read = prepareQuery(db, (json: string) =>
    db.selectFrom('paper_facts').selectAll().where('doi', 'in', listed(db, json)).where('found', '=', 1),
  )
  return async dois => {
    const answers = (await read(JSON.stringify(dois))).map(answerOf)
    return new Map(answers.flatMap(answer => (answer.kind === 'found' ? [[answer.facts.doi, answer.facts]] : [])))
  }
}

/** Stores a response for a DOI at `now`. "Not found" never replaces metadata. */
export const saveFacts = async (
  db: Kysely<FactsTables>,
  doi: Doi,
  facts: PaperFacts | null,
  now: number,
): Promise<void> => {
  await db
    .insertInto('paper_facts')
    .values({ doi, found: facts === null ? 0 : 1, facts: facts === null ? null : jsonOf(facts), fetched_at: now })
    .onConflict(conflict =>
      conflict
        .column('doi')
        .doUpdateSet(facts === null ? { fetched_at: now } : { found: 1, facts: jsonOf(facts), fetched_at: now }),
    )
    .execute()
}

const jsonOf = (facts: PaperFacts): string => {
  const { title, authors, authorsTruncated, journal, year, type, retracted, details, source } = facts
  const stored = {
    title,
    authors: authors.map(({ name, orcid }) => [name, orcid]),
    authorsTruncated,
    journal,
    year,
    type,
    retracted,
    details,
    source,
  }
  return JSON.stringify(stored)
}

const answerOf = (row: FactsTables['paper_facts']): StoredAnswer => {
  if (row.facts === null) return { kind: 'not-found', fetchedAt: row.fetched_at }
  const { authors, ...facts } = storedFactsSchema.parse(JSON.parse(row.facts))
  return {
    kind: 'found',
    facts: {
      ...facts,
      // Stored before titles were normalized.
      title: facts.title === null ? null : readableTitle(facts.title),
      doi: storedDoi(row.doi),
      authors: authors.map(([name, orcid]) => ({ name, orcid })),
      fetchedAt: row.fetched_at,
    },
    fetchedAt: row.fetched_at,
  }
}
