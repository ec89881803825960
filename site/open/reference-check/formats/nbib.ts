import { createEntries } from './bounds.ts'
import { type Reference, referenceOf } from './reference.ts'
import { doiIn, familyNameIn, pmidIn, titleIn, yearIn } from './said.ts'
import { oneOf, readTagged, type TaggedRecord } from './tagged-lines.ts'

const tags = { line: /^\ufeff?([A-Z]{2,4}) {0,2}- ?(.*)$/, first: 'PMID', last: null }

/** References of PubMed's own format (MEDLINE), as its button "Cite" saves it. */
export const readNbib = (text: string): Reference[] => {
  const { references, add } = createEntries()
  for (const record of readTagged(text, tags)) add(referenceIn(record, text))
  return references
}

const referenceIn = (record: TaggedRecord, text: string): Reference => {
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
