// Every dash that word processors and PDF files put where a DOI has a hyphen. No DOI of our data holds one of them.
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
// Slash lookalikes: fraction slash, division slash, big solidus.
const slashes = /[\u2044\u2215\u29f8]/g
// Digits of formulas: bold, of one width and so on.
const formulaDigits = /[\u{1d7ce}-\u{1d7ff}]/gu
const tags = /<\/?(?:a|b|br|cite|code|div|em|font|i|li|p|small|span|strong|td|u)\b[^<>]*>/gi
// `[10.1000/x](https://doi.org/10.1000/x)`
const markdownLink = /^!?\[[^\]]*\]\(<?([^\s)]+(?:\([^\s)]*\)[^\s)]*)*)>?\)$/
// Soft hyphens, zero-width characters and direction marks: invisible in copied text.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const fullWidth = /[\uff01-\uff5e]/g
/** The distance in Unicode from a full-width character to the ASCII one. */
const fullWidthBy = 0xfee0

/** A copy as it was meant: plain hyphens and slashes, plain ASCII where an input method made it wide, no markup, nothing invisible. */
export const withoutDamage = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(fullWidth, wide => String.fromCharCode(wide.charCodeAt(0) - fullWidthBy))
    .replace(formulaDigits, digit => digit.normalize('NFKC'))
    .replace(dashes, '-')
    .replace(slashes, '/')
    .replace(tags, ' ')
    .trim()
    .replace(markdownLink, '$1')

const startsLikeDoi = /^[<("'[]?\s*(?:https?:|(?:www\.|dx\.|info:|urn:)?doi\b|10\.\s?\d)/i

/**
 * DOIs of publishers with fixed-length suffixes: SAGE, PLOS, Frontiers, Springer Nature, PNAS, JAMA, NEJM. If a space splits the number,
 * only its length shows that it continues after the space.
 */
const wholeDoi =
  /10\.(?:1177\/\d{16}|1371\/journal\.p[a-z]{3}\.\d{7}|3389\/f[a-z]+\.\d{4}\.\d{5}|1038\/s\d{5}-\d{3}-\d{4,5}-[\da-z]|1007\/s\d{5}-\d{3}-\d{4}-[\da-z]|1186\/s\d{5}-\d{3}-\d{4}-[\da-z]|1073\/pnas\.\d{10}|1001\/[a-z]+\.\d{4}\.\d{4,5}|1056\/nejm[a-z]+\d{6,7})$/i

/** The one piece that a DOI of such a publisher is without its spaces; null when the text before a space is such a DOI, too. */
const ofKnownLength = (text: string): string | null => {
  const joined = text.replaceAll(' ', '')
  const beforeLast = text.slice(0, text.lastIndexOf(' ')).replaceAll(' ', '')
  return wholeDoi.test(joined) && !wholeDoi.test(beforeLast) ? joined : null
}

/**
 * Rejoins a DOI or URL split by a line break or PDF layout: removes whitespace at a line break, after a separator, after a full stop before
 * a part that contains a digit, and within a number that has its publisher's length when joined. Text that is still several words, or
 * contains several DOIs, stays unchanged.
 */
export const rejoined = (text: string): string => {
  if (!startsLikeDoi.test(text) || text.split(/10\.\d{4}/).length > 2) return text
  const joined = text
    .replace(/(?<!\s)\s+/g, space => (/[\r\n]/.test(space) ? '' : space))
    .replace(/^(\W?doi)\s+(?=10)/i, '$1:')
    .replace(/(?<! ) +(?=[/:])/g, '')
    .replace(/([/_:=(-]) +/g, '$1')
    .replace(/(\.) +(?=[^\s]{0,200}\d)/g, '$1')
  return /\s/.test(joined) ? (ofKnownLength(joined) ?? text) : joined
}
