import type { Freshness, KnownModel, StatusMark } from '../known/index.ts'
import type { VersionKind } from './versions.ts'

/**
 * What the paper page shows: plain data made by `paper-view.ts` on the server, rendered there by `Page.tsx`, sent along as JSON and
 * made live from it in the browser. Everything in it is public, except what sections say of this reader.
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
  details: ShownDetails
  versions: readonly ShownVersion[]
  /** Who was asked about it. */
  freshness: Freshness
  /** What features add: the props of each section's island, by the section's name. */
  sections: Readonly<Record<string, object>>
}

/** What else the record tells: each null when it does not. */
export type ShownDetails = {
  abstract: { text: string; from: string; licence: string } | null
  /** Where the whole text can be read by everybody: address, host, and which version it is, in words. */
  freeText: { href: string; place: string; version: string | null } | null
  /** `from`: who counts; `at`: when it said so (ISO 8601 date), null for an imported record, which carries no date. */
  citedBy: { count: number; from: string; at: string | null } | null
}

/** Another version of the paper, on a page of its own. */
export type ShownVersion = {
  doi: string
  href: string
  title: string | null
  kind: VersionKind
  /** No record names it: it has the same title and an author in common. */
  byTitle: boolean
  /** What is known about it, as in a list. */
  status: StatusMark | null
}
