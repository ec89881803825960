import { type Doi, findDois, parseDoi } from '../../../kit/doi/index.ts'
import { readableTitle } from '../../../paper/titles/readable-title.ts'
import { plainText } from '../../../paper/works-index/index.ts'
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

// Limits on a file's content, so that parsing takes time and memory proportional to its size.

/** References checked at once. */
export const mostReferences = 5_000
/** Entries listed as unreadable. */
const mostUnread = 5_000
/** Nesting of elements, arrays and objects: formulas in tables of Word are the deepest that is met. */
export const deepest = 256

const inFigures = (count: number): string => count.toLocaleString('en-US')

/** Collects the entries of one file, and stops reading it once there are too many. */
export const createEntries = () => {
  const references: Reference[] = []
  const unread: Unread[] = []
  return {
    references,
    unread,
    /** @throws UnreadableError */
    add: (reference: Reference): void => {
      references.push(reference)
      if (references.length > mostReferences)
        throw new UnreadableError(
          `More than ${inFigures(mostReferences)} references: check up to ${inFigures(mostReferences)} at once, and send the rest separately.`,
        )
    },
    /** @throws UnreadableError */
    skip: (entry: Unread): void => {
      unread.push(entry)
      if (unread.length > mostUnread) throw tooManyUnread(unread)
    },
  }
}

/** Error for a file with too many broken entries; it names the first of them. */
export const tooManyUnread = ([first]: readonly Unread[]): UnreadableError =>
  new UnreadableError(
    `Too many entries of this file cannot be read. The first is in line ${first?.line ?? 1}: ${first?.why ?? ''}`,
  )

/** Error for an XML document that nests its elements deeper than any citation manager or word processor does. */
export const tooDeep = (): UnreadableError =>
  new UnreadableError(`This file cannot be read: its content is nested more than ${deepest} levels deep.`)

// Field parsing shared by all formats. Overlong fields are truncated.

const longest = { identifier: 10_000, year: 1_000, title: 3_000, readTitle: 1_000 }

/** Returns the DOI of the first field that contains one, possibly as a URL or within text. */
export const doiIn = (...fields: readonly (string | null | undefined)[]): Doi | null => {
  for (const field of fields) {
    if (field == null) continue
    const text = beginning(field, longest.identifier)
    if (!text.includes('10.')) continue
    const doi = parseDoi(text) ?? findDois(text)[0]
    if (doi !== undefined) return doi
  }
  return null
}

/** The DOI of an arXiv number, with or without its label; null for anything else. */
export const arxivIn = (field: string | null | undefined): Doi | null => {
  const id = /(?:arxiv(?:\.org\/(?:abs|pdf)\/|[:\s]\s*)|^\s*)((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7}))/i.exec(
    beginning(field ?? '', longest.identifier),
  )?.[1]
  return id === undefined ? null : parseDoi(`arxiv:${id}`)
}

/** PubMed's number in a field that is for it, or that names it by its label. */
export const pmidIn = (field: string | null | undefined): string | null =>
  /^\s*(?:pmid\s*(?:[:=]\s*)?)?(\d{1,9})\s*$/i.exec(beginning(field ?? '', longest.identifier))?.[1] ?? null

/** PubMed's number behind its label in running text. */
export const labelledPmidIn = (text: string): string | null =>
  /\bPMID\s*(?:[:=]\s*)?(\d{1,9})\b/i.exec(text)?.[1] ?? null

/** The first year in a field, from 1500 on. */
export const yearIn = (field: string | null | undefined): number | null => {
  const year = /(?<!\d)(1[5-9]\d{2}|20\d{2})(?!\d)/.exec(beginning(field ?? '', longest.year))?.[1]
  return year === undefined ? null : Number(year)
}

/** A title as people read it, without markup, TeX and the braces that keep capitals; null when nothing is left. */
export const titleIn = (field: string | null | undefined): string | null => {
  const title = plainText(readableTitle(beginning(field ?? '', longest.title)).replace(/[{}]/g, ''))
  return title === '' ? null : beginning(title, longest.readTitle)
}

/** The family name of "Lovelace, Ada", "Ada Lovelace" or "Lovelace A": null for none. Initials are no names. */
export const familyNameIn = (name: string | null | undefined): string | null => {
  const plain = titleIn(name)
  if (plain === null) return null
  if (plain.includes(',')) return plain.slice(0, plain.indexOf(',')).trim() || null
  const words = plain.split(' ')
  const whole = words.filter(word => !isInitials(word))
  return whole.at(-1) ?? words.at(-1) ?? null
}

const isInitials = (word: string): boolean => /^(?:\p{Lu}\.?-?){1,3}$/u.test(word)
