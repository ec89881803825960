import { messageOf } from '@corroborate/server-kit/error-message'
import { z } from 'zod'
import {
  arxivIn,
  createEntries,
  deepest,
  doiIn,
  familyNameIn,
  labelledPmidIn,
  pmidIn,
  type Reference,
  referenceOf,
  shortened,
  titleIn,
  tooDeep,
  type Unread,
  UnreadableError,
  yearIn,
} from './said.ts'
import { beginning } from './text.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const firstIn = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined)
/** One text, or the first of a list of them, as Crossref gives titles. */
const oneText = z.preprocess(value => (Array.isArray(value) ? value[0] : value), text.optional().catch(undefined))

const nameSchema = z.object({ family: oneText, literal: oneText, name: oneText })
const dateSchema = z.object({
  /** The year is the first number of the first date. */
  'date-parts': z.preprocess(value => firstIn(firstIn(value)), text.optional().catch(undefined)),
  literal: oneText,
  raw: oneText,
})

/** Fields used of an item; all others are ignored. */
const itemSchema = z.object({
  id: oneText,
  DOI: oneText,
  PMID: oneText,
  URL: oneText,
  note: oneText,
  number: oneText,
  archive_id: oneText,
  title: oneText,
  /** The first of them. */
  author: z.preprocess(firstIn, nameSchema.optional().catch(undefined)),
  issued: dateSchema.optional().catch(undefined),
})

/** Parses CSL-JSON: a list of items, one item, or an object with `items`. @throws UnreadableError for invalid JSON */
export const readCslJson = (json: string): { references: Reference[]; unread: Unread[] } => {
  const { references, unread, add, skip } = createEntries()
  for (const [index, item] of itemsIn(json).entries()) {
    const line = index + 1
    const read = itemSchema.safeParse(item)
    const input = shortened(JSON.stringify(item) ?? '')
    if (read.success) add(ofItem(read.data, line, input))
    else skip({ line, text: input, why: 'It is not an object with the fields of a reference.' })
  }
  return { references, unread }
}

const ofItem = (item: z.output<typeof itemSchema>, line: number, input: string): Reference => {
  const { issued, author } = item
  return referenceOf({
    key: item.id ?? null,
    line,
    input,
    doi: doiIn(item.DOI, item.URL, item.note),
    pmid: pmidIn(item.PMID) ?? labelledPmidIn(beginning(item.note ?? '', longestNote)),
    arxiv:
      [item.number, item.archive_id, item.URL]
        .map(id => (/arxiv/i.test(id ?? '') ? arxivIn(id) : null))
        .find(doi => doi !== null) ?? null,
    title: titleIn(item.title),
    year: yearIn(issued?.['date-parts'] ?? issued?.literal ?? issued?.raw),
    firstAuthor: titleIn(author?.family) ?? familyNameIn(author?.literal ?? author?.name),
  })
}

/** A note is not read beyond this. */
const longestNote = 10_000
/** Objects and arrays in one file: an item with 50 authors has some 60. */
const mostValues = 500_000

/** Refuses JSON that would take much more memory than its text. @throws UnreadableError */
const checkStructure = (json: string): void => {
  let depth = 0
  let values = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') isInString = !isInString
    else if (isInString && sign === '\\') at++
    else if (isInString) continue
    else if (sign === ']' || sign === '}') depth--
    else if (sign === '[' || sign === '{') {
      values++
      if (++depth > deepest) throw tooDeep()
      if (values > mostValues)
        throw new UnreadableError('This JSON has more than 500,000 objects and lists: send its items in parts.')
    }
  }
}

const itemsIn = (json: string): unknown[] => {
  checkStructure(json)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (cause) {
    throw new UnreadableError(`This begins like JSON and is not whole: ${placeOfError(json, cause)}`, { cause })
  }
  if (Array.isArray(value)) return value
  const items: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'items') : null
  return Array.isArray(items) ? items : [value]
}

/** The line at which the parser stopped. */
const placeOfError = (json: string, error: unknown): string =>
  `it cannot be read from line ${json.slice(0, offsetOfError(json, messageOf(error))).split('\n').length} on.`

/**
 * Returns the error's offset. The parser gives an offset, or for an unexpected token ten characters of context to each side, or for
 * truncated input nothing.
 */
const offsetOfError = (json: string, said: string): number => {
  const position = / at position (\d+) \(/.exec(said)?.[1]
  if (position !== undefined) return Number(position)
  const around = /^Unexpected token .*?, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(said)
  if (around === null) return json.length
  const [, isInside, text = ''] = around
  return isInside === undefined ? text.length : json.indexOf(text) + 10
}
