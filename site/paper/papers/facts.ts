import type { Doi } from '../../kit/doi/index.ts'
import type { ToldReferences } from '../citations/index.ts'
import type { ToldUpdate } from '../known/index.ts'
import { readableTitle } from '../titles/index.ts'
import type { RecordDetails } from './record-details.ts'
import type { ToldVersions } from './versions.ts'

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
export type ToldOfUpdates = readonly ToldUpdate[] | 'unknown'

type FactsSource = 'import' | 'starter' | 'openalex' | 'crossref'

export type FactsAnswer =
  | {
      kind: 'found'
      facts: PaperFacts
      /** Updates given with the metadata, if the source provides them. */
      updates?: readonly ToldUpdate[]
      /** Other versions of the paper that the source names. */
      versions?: ToldVersions
      references?: ToldReferences
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
