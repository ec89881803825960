import { expect, test } from 'vitest'
import { readEndnoteXml } from './endnote-xml.ts'
import { UnreadableError } from './said.ts'

const of = (...records: string[]) =>
  readEndnoteXml(`<xml><records>\n${records.map(each => `<record>${each}</record>`).join('\n')}\n</records></xml>`)

test.each<[string, Record<string, unknown>]>([
  ['<rec-number> 3 </rec-number>', { key: '3' }],
  ['<titles><title><style>Why </style><style>cats</style></title></titles>', { title: 'Why cats' }],
  ['<titles><secondary-title>Journal</secondary-title><title>Why</title></titles>', { title: 'Why', key: null }],
  ['<titles><title> </title><title>Why</title></titles>', { title: 'Why' }],
  ['<titles><title>Why</title><title>How</title></titles>', { title: 'Why' }],
  ['<title>Why</title>', { title: null }],
  [
    '<contributors><authors><author>Lovelace, Ada</author><author>Babbage, C</author></authors></contributors>',
    { firstAuthor: 'Lovelace' },
  ],
  ['<dates><year>2010</year></dates>', { year: 2010 }],
  ['<electronic-resource-num>10.1000/a</electronic-resource-num>', { doi: '10.1000/a' }],
  [
    '<urls><related-urls><url>https://doi.org/10.1000/a</url><url>https://doi.org/10.1000/b</url></related-urls></urls>',
    { doi: '10.1000/a' },
  ],
  ['<accession-num>23903654</accession-num>', { pmid: null }],
  ...['PubMed', 'Medline', 'NLM'].map((name): [string, Record<string, unknown>] => [
    `<accession-num>23903654</accession-num><remote-database-name>${name}</remote-database-name>`,
    { pmid: '23903654' },
  ]),
  ['<remote-database-name>Scopus</remote-database-name><accession-num>1</accession-num>', { pmid: null }],
])('an EndNote record is parsed: %s', (record, expected) => {
  expect(of(record)).toMatchObject([{ line: 2, end: null, ...expected }])
})

test('each record is parsed separately with its line and plain text', () => {
  const title = (text: string) => `<titles><title>${text}</title></titles>`
  expect(of(title('One'), title('Two'), '<dates><year>2010</year></dates>')).toMatchObject([
    { title: 'One', line: 2, input: 'One' },
    { title: 'Two', line: 3, input: 'Two' },
    { title: null, line: 4, year: 2010 },
  ])
})

test('text outside records is ignored', () => {
  expect(
    readEndnoteXml('<xml><titles><title>No</title></titles><record><rec-number>1</rec-number></record></xml>'),
  ).toMatchObject([{ title: null, key: '1' }])
})

test('text after and around records is ignored', () => {
  const title = (text: string) => `<titles><title>${text}</title></titles>`
  const one = `<record>${title('One')}</record>`
  expect(readEndnoteXml(`<xml>${one}${title('No')}</xml>`)).toMatchObject([{ title: 'One' }])
  expect(readEndnoteXml(`<xml><record>${one}${title('No')}</record></xml>`)).toMatchObject([{ title: 'One' }])
})

test('malformed XML is rejected with its line', () => {
  expect(() => readEndnoteXml('<xml>\n<record></xml>')).toThrow(UnreadableError)
  expect(() => readEndnoteXml('<xml>\n<record></xml>')).toThrow(
    'This XML cannot be read: in line 2, </xml> closes an element that is not open.',
  )
  expect(() => readEndnoteXml('<a.b>')).toThrow('This XML cannot be read: in line 1, <a.b> is not closed.')
})
