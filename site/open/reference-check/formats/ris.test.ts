import { expect, test } from 'vitest'
import { readRis } from './ris.ts'
import type { Reference } from './said.ts'

const arxiv = '10.48550/arxiv.2101.00001'

test.each<[string, Record<string, unknown>]>([
  ['ID  - 7\nLB  - 8', { key: '7' }],
  ['LB  - 8', { key: '8' }],
  ['DO  - 10.1000/a\nUR  - https://doi.org/10.1000/b', { doi: '10.1000/a' }],
  ...['DI', 'M3', 'L3', 'UR', 'L2', 'N1'].map((tag): [string, Partial<Reference>] => [
    `${tag}  - https://doi.org/10.1000/b`,
    { doi: '10.1000/b' as never },
  ]),
  ['AN  - 10.1000/b', { doi: null }],
  ...['UR', 'JO', 'T2', 'AN'].map((tag): [string, Partial<Reference>] => [
    `${tag}  - arXiv:2101.00001`,
    { arxiv: arxiv as never },
  ]),
  ['UR  - https://example.org\nUR  - https://arxiv.org/abs/2101.00001', { arxiv }],
  ['AN  - 2101.00001', { arxiv: null }],
  ['TI  - One\nT1  - Two', { title: 'One' }],
  ['TI  - Why\nB1  -cells die', { title: 'Why B1 -cells die' }],
  ['TI  - One\nAU  -\nT1  - Two', { title: 'One', firstAuthor: null }],
  ['T1  - Two', { title: 'Two' }],
  ['CT  - Three', { title: 'Three' }],
  ['PY  - 2010/03\nDA  - 2011', { year: 2010 }],
  ['Y1  - 2010///', { year: 2010 }],
  ['DA  - 2010/03/04', { year: 2010 }],
  ['AU  - Lovelace, A.\nAU  - Babbage, C.\nA1  - Smith', { firstAuthor: 'Lovelace' }],
  ['A1  - Lovelace, A.', { firstAuthor: 'Lovelace' }],
  ['A2  - Lovelace, A.', { firstAuthor: 'Lovelace' }],
  // An accession number is a PubMed ID only if the record says so.
  ['AN  - 23903654', { pmid: null }],
  ['AN  - PMID: 23903654', { pmid: '23903654' }],
  ['N1  - PMID: 23903654', { pmid: '23903654' }],
  ['C2  -  PMID 23903654', { pmid: '23903654' }],
  ['ID  - PMID:23903654', { pmid: '23903654' }],
  ['AN  -\n  PMID: 23903654', { pmid: '23903654' }],
  ['N1  - see PMID: 1\nC2  - PMID: 23903654', { pmid: '23903654' }],
  ['N1  - see PMID: 23903654', { pmid: null }],
  ['N1  - PMIDs 23903654', { pmid: null }],
  ...['PubMed', 'MEDLINE', 'NLM'].map((from): [string, Partial<Reference>] => [
    `DB  - ${from}\nAN  - 23903654`,
    { pmid: '23903654' },
  ]),
  ['DP  - nlm\nAN  - 23903654', { pmid: '23903654' }],
  ['DB  - Scopus\nAN  - 23903654', { pmid: null }],
])('a RIS record is parsed: %j', (lines, expected) => {
  const text = `\ufeffTY  - JOUR\n${lines}\nER  - \n`
  const [reference, ...others] = readRis(text)
  expect(others).toEqual([])
  expect(reference).toMatchObject({ line: 1, end: text.indexOf('\nER'), isProse: false, ...expected })
  expect(reference?.input).toContain('TY - JOUR')
})

test.each(['ty  - JOUR', 'TYP  - JOUR', ' TY  - JOUR', 'TY - JOUR'])(
  'a RIS tag counts where the format allows it: %j',
  line => {
    expect(readRis(line)).toHaveLength(line === 'TY - JOUR' ? 1 : 0)
  },
)

test('each record keeps its text up to its end line, with or without a trailing space', () => {
  const records = readRis('TY  - JOUR\nTI  - One\nER  -\nTI  - Nobody’s\nTY  - JOUR\nTI  - Two\nER  - \n')
  expect(records.map(({ input }) => input)).toEqual(['TY - JOUR TI - One', 'TY - JOUR TI - Two'])
})
