import { z } from 'zod'
import { readableTitle } from '../titles/readable-title.ts'
import { plainText } from '../works-index/index.ts'

/** Further record data, fetched for single papers only. */
export type RecordDetails = {
  /** Abstract with the license that permits showing it. */
  abstract: { text: string; licence: string } | null
  /** Open-access full text. */
  freeText: { href: string; version: TextVersion | null } | null
  citedBy: number | null
}

export type TextVersion = 'published' | 'accepted' | 'submitted'

export const noDetails: RecordDetails = { abstract: null, freeText: null, citedBy: null }

/** As it is kept; a record of an earlier shape has none. */
export const detailsSchema = z
  .object({
    abstract: z.object({ text: z.string(), licence: z.string() }).nullable(),
    freeText: z
      .object({ href: z.string(), version: z.enum(['published', 'accepted', 'submitted']).nullable() })
      .nullable(),
    citedBy: z.number().nullable(),
  })
  .nullable()
  .catch(null)

/** Merges details, preferring the first source. */
export const detailsOfBoth = (first: RecordDetails | null, second: RecordDetails | null): RecordDetails | null =>
  first === null || second === null
    ? (first ?? second)
    : {
        abstract: first.abstract ?? second.abstract,
        freeText: first.freeText ?? second.freeText,
        citedBy: first.citedBy ?? second.citedBy,
      }

const longestAbstract = 6000

/** An abstract as readers see it; null when nothing is left, or when no open licence lets us show it. */
export const abstractOf = (text: string | null, licence: string | null): RecordDetails['abstract'] => {
  const open = openLicence(licence)
  const plain =
    text === null || open === null
      ? ''
      : readableTitle(plainText(text))
          .replace(/^abstract[:.\s]+/i, '')
          .trim()
  if (plain === '' || open === null) return null
  const whole = plain.length <= longestAbstract ? plain : `${plain.slice(0, longestAbstract).toWellFormed()}…`
  return { text: whole, licence: open }
}

/**
 * Returns the display name of a license that permits unmodified redistribution: "cc-by", or a creativecommons.org URL, → "CC BY". Null for
 * any other, since abstracts belong to their publishers.
 */
const openLicence = (licence: string | null): string | null => {
  const name =
    licence?.toLowerCase().replace(/^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//, 'cc-') ??
    ''
  if (/^(?:cc0|public-domain|cc-zero|pd)\b/.test(name)) return 'public domain'
  const [, terms] = /^cc-(by(?:-nc)?(?:-nd|-sa)?)\b/.exec(name) ?? []
  return terms === undefined ? null : `CC ${terms.toUpperCase()}`
}

/** Converts OpenAlex's inverted index of words and positions to text; '' if it is empty. */
export const textOfInvertedIndex = (index: Readonly<Record<string, readonly number[]>>): string => {
  const words: string[] = []
  for (const [word, places] of Object.entries(index))
    for (const place of places) if (Number.isInteger(place) && place >= 0 && place < mostWords) words[place] = word
  return words.filter(word => word !== undefined).join(' ')
}

const mostWords = 5000

/** An address that a browser may be sent to, or null. */
export const webAddress = (text: string | null | undefined): string | null => {
  const url = text == null ? null : URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 1000 ? url.href : null
}
