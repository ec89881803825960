import type { Doi } from '../../../kit/doi/index.ts'
import { beginning } from './text.ts'

/** A form in which bibliographies are kept. */
export type Format = 'bibtex' | 'ris' | 'csl-json' | 'endnote-xml' | 'nbib' | 'docx' | 'odt' | 'plain'

/** A reference as given in the bibliography. Missing fields are null. */
export type Reference = {
  /** Label in the bibliography: a BibTeX key or a list number. */
  key: string | null
  /** Line of its start, from 1; for formats without lines, its ordinal. */
  line: number
  /** Its own text, on one line, cut where it is long. */
  input: string
  doi: Doi | null
  /** PubMed's number, in digits. */
  pmid: string | null
  /** The DOI that arXiv gave the preprint. */
  arxiv: Doi | null
  title: string | null
  year: number | null
  /** The family name of the first author, as printed. */
  firstAuthor: string | null
  /** True where title, year and author are somewhere in `input`, unmarked: a line of a plain list. */
  isProse: boolean
  /** Offset of its end, for inline annotations. Null if the format has none. */
  end: number | null
}

/** An unparsable part that looks like a reference, with the reason. */
export type Unread = { line: number; text: string; why: string }

/** All that was read from one bibliography. */
export type Bibliography = {
  format: Format
  /** The text that was read; of a document, its paragraphs. */
  text: string
  references: Reference[]
  unread: Unread[]
}

/** Unreadable input, with a message for the user. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

/** A reference of which only this is known. */
export const referenceOf = (said: Partial<Reference> & Pick<Reference, 'line' | 'input'>): Reference => ({
  doi: null,
  pmid: null,
  arxiv: null,
  title: null,
  year: null,
  firstAuthor: null,
  isProse: false,
  end: null,
  ...said,
  key: said.key == null ? null : beginning(said.key, longestInput),
  input: shortened(said.input),
})

const longestInput = 400

/** On one line, and short enough to be shown. */
export const shortened = (text: string): string => {
  const line = text
    .slice(0, 4 * longestInput)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= longestInput ? line : `${line.slice(0, longestInput - 1).toWellFormed()}…`
}
