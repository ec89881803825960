import type { Freshness, KnownModel } from '../known/index.ts'

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
  /** Whether any source had a record: `unavailable` when none had and at least one did not answer, or was not asked. */
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
  /** Who was asked about it. */
  freshness: Freshness
  /** What features add: the props of each section's island, by the section's name. */
  sections: Readonly<Record<string, object>>
}
