import { messageOf } from '@corroborate/server-kit/error-message'
import { z } from 'zod'
import { type Reference, referenceOf, shortened, type Unread, UnreadableError } from './reference.ts'
import { arxivIn, doiIn, familyNameIn, pmidIn, titleIn, yearIn } from './said.ts'

const text = z.union([z.string(), z.number()]).transform(String)
/** One text, or the first of a list of them, as Crossref gives titles. */
const oneText = z
  .union([text, z.array(text).transform(([first]) => first)])
  .optional()
  .catch(undefined)

const nameSchema = z.object({ family: oneText, literal: oneText, name: oneText })
const dateSchema = z.object({
  'date-parts': z.array(z.array(text)).optional().catch(undefined),
  literal: oneText,
  raw: oneText,
})

/** What is read of an item; whatever else it holds is of no interest here. */
const itemSchema = z.object({
  id: oneText,
  DOI: oneText,
  PMID: oneText,
  URL: oneText,
  note: oneText,
  number: oneText,
  archive_id: oneText,
  title: oneText,
  author: z.array(nameSchema).optional().catch(undefined),
  issued: dateSchema.optional().catch(undefined),
})

/** References of CSL-JSON: a list of items, one item, or an object that has them as `items`. @throws UnreadableError for what is no JSON. */
export const readCslJson = (json: string): { references: Reference[]; unread: Unread[] } => {
  const references: Reference[] = []
  const unread: Unread[] = []
  for (const [index, item] of itemsIn(json).entries()) {
    const line = index + 1
    const read = itemSchema.safeParse(item)
    const input = shortened(JSON.stringify(item) ?? '')
    if (read.success) references.push(ofItem(read.data, line, input))
    else unread.push({ line, text: input, why: 'It is not an object with the fields of a reference.' })
  }
  return { references, unread }
}

const ofItem = (item: z.output<typeof itemSchema>, line: number, input: string): Reference => {
  const { issued, author } = item
  const [first] = author ?? []
  return referenceOf({
    key: item.id ?? null,
    line,
    input,
    doi: doiIn(item.DOI, item.URL, item.note),
    pmid: pmidIn(item.PMID) ?? /\bPMID:\s*(\d{1,9})\b/i.exec(item.note ?? '')?.[1] ?? null,
    arxiv:
      [item.number, item.archive_id, item.URL]
        .map(id => (/arxiv/i.test(id ?? '') ? arxivIn(id) : null))
        .find(doi => doi !== null) ?? null,
    title: titleIn(item.title),
    year: yearIn(issued?.['date-parts']?.[0]?.[0] ?? issued?.literal ?? issued?.raw),
    firstAuthor: titleIn(first?.family) ?? familyNameIn(first?.literal ?? first?.name),
  })
}

const itemsIn = (json: string): unknown[] => {
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

/** The parser names an offset; of a sign that it did not expect, what is around that, ten signs to each side; of a text that breaks off, nothing. */
const offsetOfError = (json: string, said: string): number => {
  const position = / at position (\d+) \(/.exec(said)?.[1]
  if (position !== undefined) return Number(position)
  const around = /^Unexpected token .*?, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(said)
  if (around === null) return json.length
  const [, isInside, text = ''] = around
  return isInside === undefined ? text.length : json.indexOf(text) + 10
}
