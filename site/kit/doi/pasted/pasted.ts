import type { Doi } from '../doi.ts'

/** What OpenAlex can be asked for in place of a DOI. */
export type OutsideId =
  /** `id` is PubMed's number, in digits. */
  | { by: 'pmid'; id: string }
  /** `id` is PubMed Central's number, such as `PMC1182327`. */
  | { by: 'pmcid'; id: string }
  /** The address of a paper's page; `guess` is the DOI that it would have by its publisher's habit, if it has that one. */
  | { by: 'address'; url: string; guess: Doi | null }

/** What somebody pasted or typed where a paper is wanted. */
export type Pasted =
  | { kind: 'doi'; doi: Doi }
  /** It names a paper by something that only somebody else can turn into a DOI. */
  | { kind: 'ask-openalex'; ask: OutsideId }
  | { kind: 'isbn' }
  /** The number of a person (ORCID iD). */
  | { kind: 'orcid' }
  /** It begins like a DOI, and is none. */
  | { kind: 'broken-doi' }
  /** An address that cannot lead to a paper; `host` is the site's name, for the sentence that says so. */
  | { kind: 'unreadable-address'; host: string }
  /** Anything else: to be searched. */
  | { kind: 'words' }
