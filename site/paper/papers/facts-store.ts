import { listed, type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { SourceReferences } from '../citations/index.ts'
import type { SourcedUpdate } from '../known/index.ts'
import { readableTitle } from '../titles/readable-title.ts'
import { detailsSchema, type RecordDetails } from './record-details.ts'
import type { SourceVersions } from './versions.ts'

type Author = { name: string; orcid: string | null }

/** Bibliographic metadata of a paper. Null if not given by the source. */
export type PaperFacts = {
  doi: Doi
  title: string | null
  authors: Author[]
  /** There are more authors than `authors` has. */
  authorsTruncated: boolean
  journal: string | null
  year: number | null
  /** Type of the work from the source, such as `article` or `journal-article`; formatted by `workKind`. */
  type: string | null
  /** Null is not "not retracted". */
  retracted: boolean | null
  /** Null if not fetched, as for lists. */
  details: RecordDetails | null
  source: FactsSource
  /** Time of the source's data in epoch ms; null for the local index, whose records are undated. */
  fetchedAt: number | null
}

/** Crossref's updates to a paper; `unknown` if Crossref has no such paper. */
export type FetchedUpdates = readonly SourcedUpdate[] | 'unknown'

type FactsSource = 'import' | 'starter' | 'openalex' | 'crossref'

export type FactsAnswer =
  | {
      kind: 'found'
      facts: PaperFacts
      /** Updates given with the metadata, if the source provides them. */
      updates?: readonly SourcedUpdate[]
      /** Other versions of the paper that the source names. */
      versions?: SourceVersions
      references?: SourceReferences
    }
  | {
      kind: 'not-found'
      /** Set by a source that would have given updates if it knew the paper. */
      updates?: 'unknown'
    }
  | {
      kind: 'unavailable'
      /** Names of unavailable services. */
      silent?: readonly string[]
      /** Set if nothing was queried because of the client's rate limit: seconds until retry. */
      retryAfter?: number
    }

const mostAuthors = 3000
const longestTitle = 2000
const longestName = 300

/** Truncates metadata to displayable sizes and normalizes the title. */
export const trimmed = (facts: PaperFacts): PaperFacts => {
  const cut = (text: string | null, longest: number) =>
    text === null ? null : text.slice(0, longest).toWellFormed() || null
  return {
    ...facts,
    title: cut(facts.title === null ? null : readableTitle(facts.title), longestTitle),
    journal: cut(facts.journal, longestTitle),
    authorsTruncated: facts.authorsTruncated || facts.authors.length > mostAuthors,
    authors: facts.authors.slice(0, mostAuthors).flatMap(({ name, orcid }) => {
      const short = cut(name, longestName)
      return short === null ? [] : [{ name: short, orcid }]
    }),
    year: facts.year !== null && facts.year >= 1000 && facts.year <= 2200 ? facts.year : null,
  }
}

/** The bare iD in an ORCID URL or text, when its check digit (ISO 7064 MOD 11-2) is right. */
export const orcidIn = (text: string | null): string | null => {
  const id = /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/i.exec(text ?? '')?.[0].toUpperCase() ?? null
  if (id === null) return null
  const digits = id.replaceAll('-', '')
  const total = [...digits.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  const check = (12 - (total % 11)) % 11
  return digits[15] === (check === 10 ? 'X' : String(check)) ? id : null
}

/** The works of ours that have one of these titles. */
export type FindTitled = (titles: readonly string[]) => readonly PaperFacts[]

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
