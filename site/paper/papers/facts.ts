import type { Doi } from '../../kit/doi/index.ts'
import type { ToldReferences } from '../citations/index.ts'
import type { ToldUpdate } from '../known/index.ts'
import { readableTitle } from '../titles/index.ts'
import type { RecordDetails } from './record-details.ts'
import type { ToldVersions } from './versions.ts'

type Author = { name: string; orcid: string | null }

/** What a paper is: what a reference to it says. Null means that the source does not say. */
export type PaperFacts = {
  doi: Doi
  title: string | null
  authors: Author[]
  /** There are more authors than `authors` has. */
  authorsTruncated: boolean
  journal: string | null
  year: number | null
  /** The kind of work as the source calls it, such as `article` or `journal-article`; `workKind` puts it in words. */
  type: string | null
  /** Null is not "not retracted". */
  retracted: boolean | null
  /** Null when nobody was asked for them: a list gives none. */
  details: RecordDetails | null
  source: FactsSource
  /** When the source said so, epoch milliseconds; null for the local index, whose records carry no date. */
  fetchedAt: number | null
}

/** What Crossref said of the updates to a paper; `unknown` when it was asked and has no such paper. */
export type ToldOfUpdates = readonly ToldUpdate[] | 'unknown'

type FactsSource = 'import' | 'starter' | 'openalex' | 'crossref'

/** What a look-up of facts ends in. */
export type FactsAnswer =
  | {
      kind: 'found'
      facts: PaperFacts
      /** The updates that the source told with the facts, when it is one that tells them. */
      updates?: readonly ToldUpdate[]
      /** Other versions of the paper that the source names. */
      versions?: ToldVersions
      /** What the paper cites, as the source tells it. */
      references?: ToldReferences
    }
  | {
      kind: 'not-found'
      /** Given by a source that would have told updates, had it known the paper. */
      updates?: 'unknown'
    }
  | {
      kind: 'unavailable'
      /** The services that were asked and did not answer, by name. */
      silent?: readonly string[]
      /** Given when nobody was asked, because who wants to know has asked too often: when they may again, in seconds. */
      retryAfter?: number
    }

const mostAuthors = 3000
const longestTitle = 2000
const longestName = 300

/** Holds facts to sizes that a page can show, and their title to what a person reads. */
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
