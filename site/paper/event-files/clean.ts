import { type Doi, doiFromText, parseDoi } from '../../kit/doi/index.ts'
import { plainText } from '../works-index/index.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it must find.
const unprintable = /[\0-\x1f\x7f\ud800-\udfff]/

/** Text for people: no markup, no control characters, no half characters; null when nothing is left. */
export const cleanText = (text: string): string | null => {
  const plain = plainText(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it must find.
  const printable = unprintable.test(plain) ? plain.toWellFormed().replace(/[\0-\x1f\x7f]+/g, ' ') : plain
  const trimmed = printable.trim()
  return trimmed === '' ? null : trimmed
}

const doiOrg = /^https?:\/\/(?:dx\.)?doi\.org\//i

/**
 * The DOI in a field of a file. Files write DOIs into `https://doi.org/` without encoding them, so a `?` there belongs to the DOI;
 * where decoding spoils one, it is taken as it stands.
 */
export const doiOfField = (field: string): Doi | null => {
  const bare = field.replace(doiOrg, '')
  return (bare.includes('?') ? doiFromText(bare) : parseDoi(bare)) ?? doiFromText(bare.trim())
}

/** At most 80 characters of a value, for a reason that a person reads. */
export const excerpt = (value: string): string => {
  const plain = cleanText(value.slice(0, 200)) ?? ''
  return plain.length > 80 ? `${plain.slice(0, 79).toWellFormed()}…` : plain
}
