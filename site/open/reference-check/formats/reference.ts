import type { Doi } from '../../../kit/doi/index.ts'
import { beginning } from './text.ts'

/** A form in which bibliographies are kept. */
export type Format = 'bibtex' | 'ris' | 'csl-json' | 'endnote-xml' | 'nbib' | 'docx' | 'odt' | 'plain'

/** One reference of a bibliography, as its writer gave it. What it does not say is null. */
export type Reference = {
  /** What its writer calls it: a BibTeX key, a number in a list. */
  key: string | null
  /** Where it begins in the text, counted from 1; for a format without lines of its own, which one it is. */
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
  /** Where its text ends, as an offset into the whole: a note about it goes there. Null where the format has no such place. */
  end: number | null
}

/** A part that looks like a reference and could not be read, with a sentence that says why. */
export type Unread = { line: number; text: string; why: string }

/** All that was read from one bibliography. */
export type Bibliography = {
  format: Format
  /** The text that was read; of a document, its paragraphs. */
  text: string
  references: Reference[]
  unread: Unread[]
}

/** What cannot be read at all, with a sentence for the person who sent it. */
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
