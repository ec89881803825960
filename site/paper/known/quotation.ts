/** Longest text of a quotation, in characters. */
const longest = 500
/** A single word is a label, not a quotation. */
const fewestWords = 2

/** Coders' remarks on their coding: a ticked column, a rating, a table cell. Not quotations from the paper. */
const codersNotes: readonly RegExp[] = [
  /^(?:(?:yes|no|not)\s+)?(?:marked|stated|ticked|crossed|coded)\b/i,
  /^.{0,60}\bcolumn(?:\b|https).{0,60}$/i,
  /^(?:subjective replication success|sub_rep\b|replication\s?success\b|result type\b|p[ -]value\b)/i,
  /^(?:table|figure|fig\.)\s*\d+.{0,60}$/i,
]

/** The passages that coders copied from the attempt's own text, joined; null when there are none. Passages come joined by "||". */
export const quotationOf = (text: string | null): string | null => {
  if (text === null) return null
  const passages = new Set(text.split('||').map(readable).filter(isQuotation))
  return passages.size === 0 ? null : shortened([...passages].join(' … '))
}

/** One line, without a remark in brackets at its start or a rating before one, and without the quotation marks that the page sets. */
const readable = (passage: string): string =>
  passage
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[\d.]+\s*)?\[[^\]]*(?:\]|$)\s*/, '')
    .replace(/^[.,;:]+\s*/, '')
    .replace(/^["“](.*)["”]$/, '$1')
    .trim()

const isQuotation = (passage: string): boolean =>
  passage.split(' ').length >= fewestWords && !codersNotes.some(note => note.test(passage))

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, text.lastIndexOf(' ', longest) + 1 || longest).trimEnd()} …`
