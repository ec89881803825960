import { createEntries } from './bounds.ts'
import { type Reference, referenceOf } from './reference.ts'
import { arxivIn, doiIn, familyNameIn, pmidIn, titleIn, yearIn } from './said.ts'
import { oneOf, readTagged, type TaggedRecord } from './tagged-lines.ts'

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
