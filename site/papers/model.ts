/**
 * What the paper page shows: plain data made by `page.ts` on the server, rendered there by `Page.tsx`, sent along as JSON and
 * hydrated from it in the browser. Everything in it is public, except what sections say of this reader.
 */
export type PaperPageModel = {
  doi: string
  /** The DOI's own address, https://doi.org/…, encoded for a link. */
  doiUrl: string
  /** Canonical path of this page; the paper's other paths (vote, cite) hang below it. */
  path: string
  /** Whether any source had a record: `unavailable` when none had and at least one did not answer. */
  record: 'found' | 'not-found' | 'unavailable'
  /** What the work is, in words for a reader ("Journal article"), when a source said. */
  kind: string | null
  title: string | null
  authors: { name: string; orcid: string | null }[]
  /** There are more authors than `authors` has: the source gives only the first. */
  authorsTruncated: boolean
  journal: string | null
  year: number | null
  known: KnownModel
  /** What features add: the props of each section's island, by the section's name. */
  sections: Readonly<Record<string, object>>
}

/** What is known about whether the paper holds: one sentence, the years its line runs over, and the facts, newest first. */
export type KnownModel = { summary: string; from: number; to: number; facts: KnownFact[] }

/** The shape a fact is drawn with and the words it is told in. */
export type KnownFactKind =
  | 'held'
  | 'not-held'
  | 'mixed'
  | 'correction'
  | 'retraction'
  | 'concern'
  | 'reinstatement'
  | 'notice'

export type KnownFact = {
  id: string
  /** Null when no source says when it happened. */
  year: number | null
  /** ISO 8601 date (2019-04-30, 2019-04 or 2019), as exact as the source gives it. */
  date: string | null
  /** The date is not the event's own: it had happened by then. */
  dateIsLatest: boolean
  kind: KnownFactKind
  label: string
  title: string | null
  doi: string | null
  /** Where the fact itself can be read. */
  href: string | null
  source: { name: string; href: string | null }
  quote: string | null
}
