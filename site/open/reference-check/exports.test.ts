import { expect, test } from 'vitest'
import { asCsv, asJson, withNotes } from './feature.ts'
import type { CheckedBibliography, CheckedReference } from './model.ts'
import { exampleChecked, exampleStatus } from './testing/index.ts'

const checked = (
  format: CheckedBibliography['format'],
  ...given: Partial<CheckedReference>[]
): CheckedBibliography => ({ format, unread: [], references: given.map(exampleChecked) })
const retracted = exampleStatus('retracted', { date: '2020-06-05', sentence: 'Retracted, says Crossref.' })

test('a reference is a CSV row with its status and match method', () => {
  const { name, type, text } = asCsv(
    checked(
      'plain',
      { key: 'a', input: 'A line', status: retracted, citesFallen: { count: 2, words: 'Cites 2' } },
      {
        ...{ number: 2, doi: null, foundBy: null, title: null, year: null, status: null },
        maybe: { doi: '10.1000/b', title: 'B', year: 2001, differ: 'year' },
      },
    ),
  )
  expect([name, type]).toEqual(['references.csv', 'text/csv; charset=utf-8'])
  expect(text).toBe(
    [
      'number,key,reference,doi,found by,title,year,status,date,details,flagged references,possible match',
      '1,a,A line,10.1000/cats,doi,Why cats land on their feet,2010,retracted,2020-06-05,"Retracted, says Crossref.",Cites 2,',
      '2,,A line,,,,,not-found,,,,10.1000/b',
      '',
    ].join('\r\n'),
  )
})

test.each([
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\ta', "'\ta"],
  ['\ra', '"\'\ra"'],
  ['a=1', 'a=1'],
  ['a,b', '"a,b"'],
  ['a"b"', '"a""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
])('%j is written as %j in CSV', (input, cell) => {
  expect(asCsv(checked('plain', { input })).text).toContain(`\r\n1,,${cell},10.1000/cats`)
})

test('the JSON file equals the API response', () => {
  const { name, type, text } = asJson(checked('bibtex', { key: 'a' }))
  expect([name, type]).toEqual(['references.json', 'application/json; charset=utf-8'])
  expect(JSON.parse(text)).toMatchObject({ format: 'bibtex', references: [{ key: 'a', doi: '10.1000/cats' }] })
  expect(text).toContain('\n  "format"')
})

const gone = (end: number | null, given: Partial<CheckedReference> = {}) => ({ end, status: retracted, ...given })
const said = 'Retracted, says Crossref.'

test.each<[CheckedBibliography['format'], string, string, string]>([
  ['bibtex', '@a{b, c={d}}', `@a{b, c={d},\n  annotation = {${said}}\n}`, 'bib'],
  ['bibtex', '@a{b, c={d},\n  }', `@a{b, c={d},\n  \n  annotation = {${said}}\n}`, 'bib'],
  ['bibtex', '@a{b, c={d}, }', `@a{b, c={d}, \n  annotation = {${said}}\n}`, 'bib'],
  ['ris', 'TY  - JOUR', `TY  - JOUR\nN1  - ${said}`, 'ris'],
  ['nbib', 'PMID- 1', `PMID- 1\nOT  - ${said}`, 'nbib'],
  ['endnote-xml', '<record/>', '<record/>', 'xml'],
  ['docx', 'A line', `A line [${said}]`, 'txt'],
  ['odt', 'A line', `A line [${said}]`, 'txt'],
  ['plain', 'A line', `A line [${said}]`, 'txt'],
])('in %s the annotation follows the reference: %j', (format, sent, noted, ending) => {
  expect(withNotes(`${sent}\nrest`, checked(format, gone(sent.length)))).toEqual({
    ...{ name: `references-with-notes.${ending}`, type: 'text/plain; charset=utf-8', text: `${noted}\nrest` },
  })
})

test('a BibTeX annotation is escaped', () => {
  const sentence = '{50 % of A & B_c #1\\}'
  const note = { status: exampleStatus('retracted', { sentence }) }
  expect(withNotes('@a{b}', checked('bibtex', gone(5, note))).text).toContain(
    'annotation = {50 \\% of A \\& B\\_c \\#1}\n}',
  )
})

test('references on one line are annotated once each, and those without a position are skipped', () => {
  const notes = checked('plain', gone(4), gone(4), gone(2), gone(null), gone(8, { status: exampleStatus('held') }))
  expect(withNotes('one', checked('plain', gone(null))).text).toBe('one')
  expect(withNotes('one two three', notes).text).toBe(`one  [${said}] [${said}]two three`)
})

test.each<[string, Partial<CheckedReference>, string]>([
  ['that fell', {}, ` [${said}]`],
  ['that was guessed', { foundBy: 'title' }, ` [${said} Probably this paper: https://doi.org/10.1000/cats.]`],
  ['of which nothing is known', { status: exampleStatus('nothing') }, ''],
  ['that held', { status: exampleStatus('held') }, ''],
  ['that was not found', { status: null }, ''],
])('annotation for a paper %s: %#', (_, given, note) => {
  expect(withNotes('A line', checked('plain', gone(6, given))).text).toBe(`A line${note}`)
})

test.each([
  ['[{"id":"a"}]', [{ id: 'a', note: said }]],
  ['{"items":[{"id":"a","note":"mine"}]}', { items: [{ id: 'a', note: `mine\n${said}` }] }],
  ['{"id":"a","note":""}', { id: 'a', note: said }],
  ['[{"note":1}]', [{ note: said }]],
  ['[1]', [1]],
  ['[null]', [null]],
  ['[]', []],
])('a CSL-JSON item gets its annotation as a note: %s', (sent, noted) => {
  const { name, type, text } = withNotes(sent, checked('csl-json', gone(null)))
  expect([name, type, JSON.parse(text)]).toEqual([
    'references-with-notes.json',
    'application/json; charset=utf-8',
    noted,
  ])
})

test('a CSL-JSON item without findings is unchanged', () => {
  const notes = checked('csl-json', { status: exampleStatus('nothing') }, gone(null, { line: 2 }))
  expect(JSON.parse(withNotes('[{"id":"a"},{"id":"b"}]', notes).text)).toEqual([{ id: 'a' }, { id: 'b', note: said }])
})
