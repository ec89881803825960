import {
  arxivIn,
  createEntries,
  doiIn,
  familyNameIn,
  pmidIn,
  type Reference,
  referenceOf,
  titleIn,
  yearIn,
} from './said.ts'
import { linesIn } from './text.ts'

/** One record of a format in which each line begins with a tag: its values by tag, in order, and where it stands. */
type TaggedRecord = { line: number; start: number; end: number; values: ReadonlyMap<string, readonly string[]> }

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

const nbibTags = { line: /^\ufeff?([A-Z]{2,4}) {0,2}- ?(.*)$/, first: 'PMID', last: null }

/** References of PubMed's own format (MEDLINE), as its button "Cite" saves it. */
export const readNbib = (text: string): Reference[] => {
  const { references, add } = createEntries()
  for (const record of readTagged(text, nbibTags)) add(nbibReferenceIn(record, text))
  return references
}

const nbibReferenceIn = (record: TaggedRecord, text: string): Reference => {
  const { line, start, end } = record
  const pmid = pmidIn(oneOf(record, 'PMID'))
  return referenceOf({
    key: pmid === null ? null : `PMID ${pmid}`,
    line,
    end,
    input: text.slice(start, end),
    doi: doiIn(...idsOf(record)),
    pmid,
    title: titleIn(oneOf(record, 'TI', 'BTI', 'CTI')?.replace(/^\[(.*)\]\.?$/, '$1')),
    year: yearIn(oneOf(record, 'DP', 'DEP')),
    firstAuthor: authorOf(record),
  })
}

const idsOf = ({ values }: TaggedRecord): string[] =>
  ['LID', 'AID'].flatMap(tag => values.get(tag) ?? []).flatMap(id => /^(.*)\[doi\]$/.exec(id)?.[1] ?? [])

/** `FAU - Lovelace, Ada`, or `AU  - Lovelace A`, ending with initials. */
const authorOf = (record: TaggedRecord): string | null =>
  familyNameIn(oneOf(record, 'FAU')) ?? familyNameIn(oneOf(record, 'AU')) ?? titleIn(oneOf(record, 'CN'))

const tags = { line: /^\ufeff?([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/, first: 'TY', last: 'ER' }

/** References of RIS, as EndNote, Zotero, Mendeley and publishers write it. */
export const readRis = (text: string): Reference[] => {
  const { references, add } = createEntries()
  for (const record of readTagged(text, tags)) add(referenceIn(record, text))
  return references
}

const referenceIn = (record: TaggedRecord, text: string): Reference => {
  const { line, start, end } = record
  return referenceOf({
    key: oneOf(record, 'ID', 'LB'),
    line,
    end,
    input: text.slice(start, end),
    doi: doiIn(oneOf(record, 'DO'), ...all(record, 'DI', 'M3', 'L3', 'UR', 'L2', 'N1')),
    pmid: pmidOf(record),
    arxiv:
      all(record, 'UR', 'JO', 'T2', 'AN')
        .map(labelledArxiv)
        .find(doi => doi !== null) ?? null,
    title: titleIn(oneOf(record, 'TI', 'T1', 'CT')),
    year: yearIn(oneOf(record, 'PY', 'Y1', 'DA')),
    firstAuthor: familyNameIn(oneOf(record, 'AU', 'A1', 'A2')),
  })
}

const all = ({ values }: TaggedRecord, ...names: readonly string[]): string[] =>
  names.flatMap(name => values.get(name) ?? [])

const labelledArxiv = (field: string) => (/arxiv/i.test(field) ? arxivIn(field) : null)

/** An accession number is a PubMed ID only if the record's database is PubMed. */
const pmidOf = (record: TaggedRecord): string | null => {
  const isFromPubMed = /pubmed|medline|nlm/i.test(oneOf(record, 'DB', 'DP') ?? '')
  const labelled = all(record, 'AN', 'N1', 'C2', 'ID').find(field => /^\s*pmid\b/i.test(field))
  return pmidIn(labelled) ?? (isFromPubMed ? pmidIn(oneOf(record, 'AN')) : null)
}
