import type { Doi } from '../doi.ts'

/** Identifiers that OpenAlex can resolve to a DOI. */
export type OutsideId =
  /** `id` is PubMed's number, in digits. */
  | { by: 'pmid'; id: string }
  /** `id` is PubMed Central's number, such as `PMC1182327`. */
  | { by: 'pmcid'; id: string }
  /** The address of a paper's page; `guess` is the DOI that it would have by its publisher's habit, if it has that one. */
  | { by: 'address'; url: string; guess: Doi | null }

/** Parsed input where a paper is expected. */
export type Pasted =
  | { kind: 'doi'; doi: Doi }
  /** An identifier that only an external service can resolve to a DOI. */
  | { kind: 'ask-openalex'; ask: OutsideId }
  | { kind: 'isbn' }
  /** The number of a person (ORCID iD). */
  | { kind: 'orcid' }
  /** Starts like a DOI but is invalid. */
  | { kind: 'broken-doi' }
  /** A URL that cannot identify a paper; `host` is for the error message. */
  | { kind: 'unreadable-address'; host: string }
  /** Anything else: to be searched. */
  | { kind: 'words' }
