import { gzipSync, strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { mostReferences, type Reference, readBibliography, UnreadableError } from './index.ts'

const read = (text: string) => readBibliography(new TextEncoder().encode(text))
const brief = ({ key, doi, pmid, arxiv, title, year, firstAuthor }: Reference) => ({
  key,
  doi,
  pmid,
  arxiv,
  title,
  year,
  firstAuthor,
})
const none = { key: null, doi: null, pmid: null, arxiv: null, title: null, year: null, firstAuthor: null }

const paper = { title: 'Why cats land on their feet', year: 2010, firstAuthor: 'Lovelace', doi: '10.1000/cats' }

const docx = (paragraphs: string) =>
  zipSync(
    { 'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body>${paragraphs}</w:body></w:document>`) },
    { level: 1 },
  )
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

describe('parsing references', () => {
  test.each<[string, string, Partial<Reference>]>([
    [
      'bibtex',
      '@article{cats,\n title = {Why {Cats} Land}, author = "Lovelace, Ada and Babbage, C.", year = 2010, doi={10.1000/CATS}}',
      { ...paper, key: 'cats', title: 'Why Cats Land' } as never,
    ],
    [
      'bibtex',
      '@ARTICLE(x, title={A {\\"o} $\\alpha$ test}, date={2019-04-30}, author={{R Core Team}})',
      { key: 'x', title: 'A ö α test', year: 2019, firstAuthor: 'R Core Team' },
    ],
    [
      'bibtex',
      '@string{me = "Ada Lov"}\n@misc{y, author = me # "elace", title = "Why", eprint = {2101.00001v2}, archivePrefix={arXiv}}',
      { key: 'y', title: 'Why', firstAuthor: 'Lovelace', arxiv: '10.48550/arxiv.2101.00001' as never },
    ],
    [
      'bibtex',
      '@article{z, title={T}, eprinttype={pmid}, eprint={26113702}, url={https://doi.org/10.1000/z}}',
      { key: 'z', title: 'T', pmid: '26113702', doi: '10.1000/z' as never },
    ],
    // A program once gave every record the arXiv number of its own manual: a DOI comes first.
    [
      'bibtex',
      '@article{w, title={T}, archivePrefix={arXiv}, arxivId={arXiv:1011.1669v3}, doi={10.1000/w}}',
      { key: 'w', title: 'T', doi: '10.1000/w' as never, arxiv: '10.48550/arxiv.1011.1669' as never },
    ],
    [
      'ris',
      'TY  - JOUR\r\nID  - 7\r\nTI  - Why cats land\r\n  on their feet\r\nAU  - Lovelace, A.\r\nPY  - 2010/03\r\nDO  - https://doi.org/10.1000/cats\r\nER  - \r\n',
      { ...paper, key: '7' } as never,
    ],
    [
      'nbib',
      'PMID- 23903654\nTI  - Why cats land on\n      their feet\nFAU - Lovelace, Ada\nDP  - 2010 Mar\nAID - S1 [pii]\nAID - 10.1000/cats [doi]\n',
      { ...paper, key: 'PMID 23903654', pmid: '23903654' } as never,
    ],
    [
      'csl-json',
      '[{"id":"c","title":"Why cats land on their feet","DOI":"10.1000/cats","author":[{"family":"Lovelace"}],"issued":{"date-parts":[["2010",3]]}}]',
      { ...paper, key: 'c' } as never,
    ],
    [
      'endnote-xml',
      '<?xml version="1.0"?><xml><records><record><rec-number>3</rec-number><contributors><authors><author><style face="normal">Lovelace, Ada</style></author><author>B, C</author></authors></contributors><titles><title><style>Why cats land </style><style>on their feet</style></title></titles><dates><year>2010</year></dates><electronic-resource-num>10.1000/cats</electronic-resource-num></record></records></xml>',
      { ...paper, key: '3' } as never,
    ],
    [
      'plain',
      '[12] Lovelace A. Why cats land on their feet. 2010. doi:10.1000/cats.',
      { key: '12', doi: '10.1000/cats' as never },
    ],
    ['plain', 'Lovelace A. Why cats land on their feet. PMID: 23903654.', { pmid: '23903654' }],
  ])('a reference is parsed from %s: %s', (format, text, expected) => {
    const { format: told, references, unread } = read(text)
    expect(told).toBe(format)
    expect(unread).toEqual([])
    expect(references.map(brief)).toEqual([{ ...none, ...expected }])
  })

  test('a Word document yields the list after its last heading, without field codes', () => {
    const bytes = docx(
      `${paragraph('Cats land, as 10.1000/other says.')}${paragraph('References')}${paragraph('Lovelace A (2010) Why cats land on their feet')}<w:p><w:r><w:instrText>ADDIN 10.1000/field</w:instrText><w:t>Babbage C. A machine of brass, 10.1000/brass</w:t></w:r></w:p>`,
    )
    const { format, references } = readBibliography(bytes)
    expect(format).toBe('docx')
    expect(references.map(({ line, doi }) => [line, doi])).toEqual([
      [3, null],
      [4, '10.1000/brass'],
    ])
  })

  test('a Word document is read as a list whatever its text starts with', () => {
    const text = '[{}] Lovelace A (2010) Why cats land on their feet'
    const { format, references } = readBibliography(docx(paragraph(text)))
    expect([format, references.map(({ input, isProse }) => [input, isProse])]).toEqual(['docx', [[text, true]]])
  })

  test('an OpenDocument text is parsed', () => {
    const xml =
      '<office:text xmlns:office="o" xmlns:text="t"><text:p>Lovelace A. Why<text:s/>cats land. 10.1000/cats</text:p></office:text>'
    const { format, references } = readBibliography(zipSync({ 'content.xml': strToU8(xml) }))
    expect([format, references[0]?.doi, references[0]?.input]).toEqual([
      'odt',
      '10.1000/cats',
      'Lovelace A. Why cats land. 10.1000/cats',
    ])
  })
})

describe('plain-text list', () => {
  const inputs = (text: string) => read(text).references.map(({ input }) => input)

  test('a plain list has a reference per line, bare DOIs, or several on one line', () => {
    expect(inputs('Lovelace A. One two three. 2010\nBabbage C. Four five six. 2011\n')).toHaveLength(2)
    // On a line with several papers, the words of each are unknown.
    expect(read('10.1000/a\n10.1000/b 10.1000/c').references.map(({ doi, isProse }) => [doi, isProse])).toEqual([
      ['10.1000/a', true],
      ['10.1000/b', false],
      ['10.1000/c', false],
    ])
  })

  test('a plain list may wrap references separated by numbers or blank lines', () => {
    expect(inputs('[1] Lovelace A. One two\nthree. 2010\n[2] Babbage C. Four five\nsix.')).toEqual([
      'Lovelace A. One two three. 2010',
      'Babbage C. Four five six.',
    ])
    expect(inputs('Lovelace A. One two\nthree four. 2010\n\nBabbage C. Five six\nseven eight.')).toEqual([
      'Lovelace A. One two three four. 2010',
      'Babbage C. Five six seven eight.',
    ])
  })

  test('lines that are not references are listed with their number', () => {
    expect(read('10.1000/a\npage 7').unread).toEqual([
      { line: 2, text: 'page 7', why: 'It has too few words to be a reference.' },
    ])
  })
})

describe('truncated input', () => {
  test.each([
    ['@article{a, title={One}, year=2010\n@article{b, title={Two}}', 'Its closing brace is missing.'],
    ['@article{a, title={One, year=2010}\n@article{b, title={Two}}', 'Its closing brace is missing.'],
    ['@article{a, title {One}}\n@article{b, title={Two}}', 'The sign = is missing after “title”.'],
    ['@article{a, title=}\n@article{b, title={Two}}', 'A field has no value.'],
  ])('a truncated entry is listed and the next is parsed: %s', (text, why) => {
    const { references, unread } = read(text)
    expect(unread.map(each => [each.line, each.why])).toEqual([[1, why]])
    expect(references.map(({ key, line }) => [key, line])).toEqual([['b', 2]])
  })

  test.each([
    ['[{"id": 1,\n}]', /cannot be read from line 2 on/],
    ['<xml><record><titles></record></xml>', /This XML cannot be read: .*[^.]\.$/],
    ['', /There is no reference/],
    ['%PDF-1.7', /This is a PDF/],
  ])('unparsable input is rejected with a message: %s', (text, sentence) => {
    expect(() => read(text)).toThrow(UnreadableError)
    expect(() => read(text)).toThrow(sentence)
  })

  test('more references than the limit are rejected', () => {
    expect(() => read('10.1000/x\n'.repeat(mostReferences + 1))).toThrow(/More than 5,000 references/)
  })

  test('XML entities are not expanded, and archives are unpacked only up to a limit', () => {
    const bomb =
      '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><xml><record><titles><title>&b;</title></titles></record></xml>'
    expect(() => read(bomb)).toThrow(UnreadableError)
    expect(() => readBibliography(docx(' '.repeat(31_000_000)))).toThrow(/too large once it is unpacked/)
    expect(() => readBibliography(docx('<w:p>').subarray(0, 40))).toThrow(/cannot be unpacked/)
    expect(() => readBibliography(gzipSync(strToU8('10.1000/x')))).toThrow(/packed by gzip/)
    expect(() => readBibliography(zipSync({ 'xl/workbook.xml': strToU8('<x/>') }))).toThrow(/neither a Word document/)
  })
})

test.each([
  ['a list', 'Lovelace A. One two three. 2010', 'Babbage C. Four five six. 2011'],
  ['RIS', 'TY  - JOUR\nTI  - One\nER  - ', 'TY  - JOUR\nTI  - Two\nER  - '],
  ['BibTeX', '@article{a, title={One}}', '@article{b, title={Two}}'],
])('Windows and classic Mac line endings are accepted: %s', (_, one, other) => {
  const text = `${one}\n${other}\n`
  const linesOf = (text: string) => read(text).references.map(({ line, title }) => [line, title])
  expect(linesOf(text)).toHaveLength(2)
  for (const end of ['\r\n', '\r']) expect(linesOf(text.replaceAll('\n', end))).toEqual(linesOf(text))
})

test('legacy and Windows encodings are decoded', () => {
  const latin = Uint8Array.from('@article{a, author={M\u00fcller, K}}', letter => letter.charCodeAt(0))
  expect(readBibliography(latin).references[0]?.firstAuthor).toBe('Müller')
})

test('hostile input is parsed in linear time', () => {
  const started = performance.now()
  expect(() => read(`${'@a{'.repeat(100_000)}`)).not.toThrow(TypeError)
  read('a b c d\n'.repeat(mostReferences))
  expect(performance.now() - started).toBeLessThan(20_000)
})
