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

/** The records of a text of tagged lines. A line without a tag goes on with the value above it. Text outside of records is left out. */
export const readTagged = (text: string, { line: tagged, first, last }: Tags): TaggedRecord[] => {
  const records: OpenRecord[] = []
  let open: OpenRecord | null = null
  /** The values of the tag above. */
  let above: string[] = []
  let start = 0
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.replace(/\r$/, '')
    const [, tag = '', value = ''] = tagged.exec(line) ?? []
    if (tag === first) {
      open = { line: index + 1, start, end: start, values: new Map<string, string[]>() }
      records.push(open)
    }
    if (open !== null && line.trim() !== '') {
      // What ends a record is not part of it: a note about it goes before.
      if (tag !== last) open.end = start + line.length
      if (tag === '') above.push(`${above.pop() ?? ''} ${line.trim()}`)
      else above = valuesOf(open, tag, value.trim())
    }
    if (tag === last) open = null
    start += whole.length + 1
  }
  return records
}

/** The values of a tag, with one more. */
const valuesOf = ({ values }: OpenRecord, tag: string, value: string): string[] => {
  const all = values.get(tag) ?? []
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
