import type { WholeList } from '../../kit/doi/index.ts'
import type { Freshness, KnownFact, KnownModel, StatusMark } from '../known/index.ts'
import type { VersionKind } from './versions.ts'

/**
 * Model of the paper page: plain data from `paper-view.ts`, rendered on the server by `Page.tsx`, and sent as JSON for hydration. All of it
 * is public, except sections' personal data.
 */
export type PaperPageModel = {
  doi: string
  /** The DOI's own address, https://doi.org/…, encoded for a link. */
  doiUrl: string
  /** Canonical path of this page; the paper's other paths (vote, cite) hang below it. */
  path: string
  /** Record lookup: `unavailable` if no source had one and at least one was unavailable or not queried. */
  record: 'found' | 'not-found' | 'unavailable'
  /** Type of the work as text ("Journal article"), if known. */
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
  freshness: Freshness
  /** Props of each feature's section island, by section name. */
  sections: Readonly<Record<string, object>>
}

/** Further record data; null if unknown. */
export type ShownDetails = {
  abstract: { text: string; from: string; licence: string } | null
  /** Open-access full text: URL, host, and version as text. */
  freeText: { href: string; place: string; version: string | null } | null
  /** `from`: the counting source; `at`: its date (ISO 8601), null for an imported record, which is undated. */
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
  status: StatusMark | null
}

/** A page of a list that is too long for the paper's own page. */
export type WholeListModel = {
  doi: string
  title: string | null
  /** Length of the whole list, and number of items before this page. */
  all: number
  before: number
  page: number
  pages: number
} & ({ list: 'authors'; items: PaperPageModel['authors'] } | { list: 'known'; items: readonly KnownFact[] })

export const headings: Readonly<Record<WholeList, string>> = { authors: 'All authors', known: 'All evidence' }
