import { lineCounter } from './bibtex-scan.ts'
import { createEntries, doiIn, familyNameIn, pmidIn, type Reference, referenceOf, titleIn, yearIn } from './said.ts'
import { readXml } from './xml.ts'

/** Field paths within a record, ignoring `style` elements. */
const fields: Readonly<Record<string, keyof Fields>> = {
  'titles/title': 'title',
  'contributors/authors/author': 'author',
  'dates/year': 'year',
  'electronic-resource-num': 'doi',
  'accession-num': 'accession',
  'remote-database-name': 'database',
  'urls/related-urls/url': 'url',
  'rec-number': 'key',
}

/** No element that is read has a longer name; of a field, and of a record as it stands, no more is shown or looked at. */
const longestName = 40
const longestField = 20_000
const longestInput = 20_000

type Fields = {
  title: string
  author: string
  year: string
  doi: string
  accession: string
  database: string
  url: string
  key: string
}

/** References of EndNote's XML. @throws UnreadableError where the XML breaks off, naming the line. */
export const readEndnoteXml = (xml: string): Reference[] => {
  const { references, add } = createEntries()
  const path: string[] = []
  const closed = new Set<keyof Fields>()
  let record: Partial<Fields> | null = null
  let start = 0
  const lineAt = lineCounter(xml)
  readXml(xml, {
    open: (name, at) => {
      if (name === 'record') {
        record = {}
        closed.clear()
        path.length = 0
        start = at
      } else if (name !== 'style') path.push(name.length > longestName ? '' : name)
    },
    text: text => {
      if (record === null) return
      const field = fields[path.join('/')]
      // Of several authors and addresses the first counts.
      if (field === undefined || closed.has(field)) return
      const before: string = record[field] ?? ''
      if (before.length < longestField) record[field] = before + text
    },
    close: (name, at) => {
      if (name === 'record' && record !== null) {
        add(ofRecord(record, lineAt(start), xml.slice(start, Math.min(at, start + longestInput))))
        record = null
      } else if (name !== 'style' && record !== null) {
        const field = fields[path.join('/')]
        if (field !== undefined && (record[field] ?? '').trim() !== '') closed.add(field)
        path.pop()
      }
    },
  })
  return references
}

const ofRecord = (
  { key, title, author, year, doi, accession, database, url }: Partial<Fields>,
  line: number,
  xml: string,
): Reference =>
  referenceOf({
    key: key?.trim() ?? null,
    line,
    input: xml.replace(/<[^<>]*>/g, ' '),
    doi: doiIn(doi, url),
    pmid: /pubmed|medline|nlm/i.test(database ?? '') ? pmidIn(accession) : null,
    title: titleIn(title),
    year: yearIn(year),
    firstAuthor: familyNameIn(author),
  })
