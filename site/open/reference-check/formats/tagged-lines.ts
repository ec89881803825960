import { linesIn } from './text.ts'

/** One record of a format in which each line begins with a tag: its values by tag, in order, and where it stands. */
export type TaggedRecord = { line: number; start: number; end: number; values: ReadonlyMap<string, readonly string[]> }

type Tags = {
  /** A line with a tag: the tag, then its value. */
  line: RegExp
  /** The tag that begins a record. */
  first: string
  /** The tag that ends one; null where the next record does. */
  last: string | null
}

type OpenRecord = Omit<TaggedRecord, 'values'> & { values: Map<string, string[]> }

/** Maximum number of values per tag, and of characters per value; more is never used. */
const mostValues = 50
const mostTags = 500
const longestValue = 20_000

/**
 * Yields the records of a text of tagged lines. A line without a tag continues the value above it. Text outside of records is left out.
 */
export function* readTagged(text: string, { line: tagged, first, last }: Tags): Generator<TaggedRecord> {
  let open: OpenRecord | null = null
  /** The values of the tag above. */
  let above: string[] = []
  for (const { line, start, text: content } of linesIn(text)) {
    const [, tag = '', value = ''] = tagged.exec(content) ?? []
    if (tag === first) {
      if (open !== null) yield open
      open = { line, start, end: start, values: new Map<string, string[]>() }
    }
    if (open === null) continue
    if (content.trim() !== '') {
      // The record's end tag is excluded, so that annotations precede it.
      if (tag !== last) open.end = start + content.length
      if (tag === '') continueValue(above, content.trim())
      else above = valuesOf(open, tag, value.trim())
    }
    if (tag === last) {
      yield open
      open = null
    }
  }
  if (open !== null) yield open
}

const continueValue = (values: string[], more: string): void => {
  const value = values.pop() ?? ''
  values.push(value.length > longestValue ? value : `${value} ${more}`)
}

/** The values of a tag, with one more. */
const valuesOf = ({ values }: OpenRecord, tag: string, value: string): string[] => {
  const all = values.get(tag) ?? []
  if (all.length === mostValues || (values.size === mostTags && all.length === 0)) return []
  all.push(value)
  values.set(tag, all)
  return all
}

/** The first value of the first of these tags that has one. */
export const oneOf = ({ values }: Pick<TaggedRecord, 'values'>, ...tags: readonly string[]): string | null => {
  for (const tag of tags) {
    const value = values.get(tag)?.find(each => each !== '')
    if (value !== undefined) return value
  }
  return null
}
