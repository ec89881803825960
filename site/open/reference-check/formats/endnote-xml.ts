import { SaxesParser } from 'saxes'
import { lineCounter } from './bibtex-scan.ts'
import { type Reference, referenceOf, UnreadableError } from './reference.ts'
import { doiIn, familyNameIn, pmidIn, titleIn, yearIn } from './said.ts'

/** Where in a record each field stands; `style` elements around a text do not count. */
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

/**
 * References of EndNote's XML. The parser resolves no entities beyond those of XML itself, so that none can grow. @throws UnreadableError
 * where the XML breaks off, naming the line.
 */
export const readEndnoteXml = (xml: string): Reference[] => {
  const references: Reference[] = []
  const path: string[] = []
  let record: Partial<Fields> | null = null
  let start = 0
  const lineAt = lineCounter(xml)
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (name === 'record') {
      record = {}
      path.length = 0
      start = xml.lastIndexOf('<record', parser.position)
    } else if (name !== 'style') path.push(name)
  })
  parser.on('text', text => {
    if (record === null) return
    const field = fields[path.join('/')]
    // Of several authors and addresses the first counts.
    if (field !== undefined && !closed.has(field)) record[field] = (record[field] ?? '') + text
  })
  const closed = new Set<keyof Fields>()
  parser.on('closetag', ({ name }) => {
    if (name === 'record' && record !== null) {
      references.push(ofRecord(record, lineAt(start), xml.slice(start, parser.position)))
      record = null
      closed.clear()
    } else if (name !== 'style' && record !== null) {
      const field = fields[path.join('/')]
      if (field !== undefined && (record[field] ?? '').trim() !== '') closed.add(field)
      path.pop()
    }
  })
  parser.on('error', error => {
    throw new UnreadableError(`This XML cannot be read: ${error.message.replace(/\.$/, '')}.`, { cause: error })
  })
  parser.write(xml).close()
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
