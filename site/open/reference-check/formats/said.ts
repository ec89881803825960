import { type Doi, findDois, parseDoi } from '../../../kit/doi/index.ts'
import { readableTitle } from '../../../paper/titles/readable-title.ts'
import { plainText } from '../../../paper/works-index/index.ts'
import { beginning } from './text.ts'

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
