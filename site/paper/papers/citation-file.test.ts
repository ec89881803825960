import { describe, expect, test } from 'vitest'
import { type CslItem, citationFile } from './citation-file.ts'

const item: CslItem = { id: 'report-1', type: 'report', URL: 'https://papers.example/report' }
const options = { name: 'report', note: null }
const body = (given: Partial<CslItem>, format: 'bibtex' | 'ris', note: string | null = null) =>
  citationFile({ ...item, ...given }, format, { ...options, note }).body

const report: Partial<CslItem> = {
  title: 'On the rat in its room',
  author: [{ family: 'Hopper', given: 'Grace' }, { family: 'Plato' }, { literal: 'Rock and Roll' }],
  publisher: 'Smith & Sons',
  number: '7#a',
  issued: { 'date-parts': [[2015, 3, 4]] },
  note: 'Held.',
}

describe('citation file', () => {
  test('the BibTeX file contains all item fields', () => {
    expect(body(report, 'bibtex', '50% held.')).toBe(
      [
        '@techreport{hopper2015room,',
        '  title = {{On the rat in its room}},',
        '  author = {Hopper, Grace and Plato and {Rock and Roll}},',
        '  year = {2015},',
        '  institution = {Smith \\& Sons},',
        '  number = {7\\#a},',
        '  url = {https://papers.example/report},',
        '  note = {50\\% held.}',
        '}',
        '',
      ].join('\n'),
    )
  })

  test('the RIS file contains all item fields', () => {
    expect(body({ ...report, 'container-title': 'A series' }, 'ris')).toBe(
      [
        'TY  - RPRT',
        'AU  - Hopper, Grace',
        'AU  - Plato',
        'AU  - Rock and Roll',
        'TI  - On the rat in its room',
        'T2  - A series',
        'PY  - 2015',
        'PB  - Smith & Sons',
        'M1  - 7#a',
        'UR  - https://papers.example/report',
        'N1  - Held.',
        'ER  - ',
        '',
      ].join('\r\n'),
    )
  })

  test('missing fields are omitted', () => {
    expect(body({ type: 'map' }, 'bibtex')).toBe('@misc{report1,\n  url = {https://papers.example/report}\n}\n')
    expect(body({ type: 'map' }, 'ris')).toBe('TY  - GEN\r\nUR  - https://papers.example/report\r\nER  - \r\n')
  })

  test('the CSL-JSON file is the item itself', () => {
    const { body, contentType, filename } = citationFile({ ...item, ...report }, 'csl-json', options)
    expect(JSON.parse(body)).toEqual([{ ...item, ...report }])
    expect([contentType, filename]).toEqual(['application/vnd.citationstyles.csl+json', 'report.json'])
  })

  const author = [{ family: 'Müller-Lüdenscheidt', given: 'A.' }]
  test.each([
    [{ author: [{ literal: 'Rats  Group' }], title: 'Why rats' }, 'ratsrats'],
    [{ author, title: 'The rat: a study' }, 'mullerludenscheidtstudy'],
    [{ author, title: 'The rat' }, 'mullerludenscheidt'],
    [{ title: '«Étude»' }, 'etude'],
    [{ DOI: '10.1000/A_b' }, '101000ab'],
    [{}, 'report1'],
  ])('the BibTeX key consists of author and title, or the identifier: %j', (given, key) => {
    expect(body(given, 'bibtex')).toContain(`@techreport{${key},`)
  })

  test('DOI and URL are escaped in BibTeX', () => {
    expect(body({ DOI: '10.1000/{a}%b\\c_d' }, 'bibtex')).toContain(
      '  doi = {10.1000/\\{a\\}\\%b\\textbackslash{}c_d},',
    )
  })
})
