import { expect, test } from 'vitest'
import { readNbib } from './ris.ts'

test.each<[string, Record<string, unknown>]>([
  ['TI  - Why cats land\n      on their feet', { title: 'Why cats land on their feet' }],
  ['TI  - [Why cats land].', { title: 'Why cats land' }],
  ['TI  - [Why cats land]', { title: 'Why cats land' }],
  ['TI  - Why [some] cats land', { title: 'Why [some] cats land' }],
  ['TI  - Why cats land [corrected].', { title: 'Why cats land [corrected].' }],
  ['TI  - Why cats\n      land by DNA - a study', { title: 'Why cats land by DNA - a study' }],
  ['TI  -Why cats land', { title: 'Why cats land' }],
  ['TI  - [Why] cats land', { title: '[Why] cats land' }],
  ['BTI - A book', { title: 'A book' }],
  ['CTI - A collection', { title: 'A collection' }],
  ['LID - 10.1000/a [doi]', { doi: '10.1000/a' }],
  ['AID - S1 [pii]\nAID - 10.1000/b [doi] ', { doi: '10.1000/b' }],
  ['LID - 10.1000/a [pii]', { doi: null }],
  ['LID - 10.1000/a [doi] more', { doi: null }],
  ['DP  - 2010 Mar\nDEP - 20110301', { year: 2010 }],
  ['FAU - Lovelace, Ada\nAU  - Smith K', { firstAuthor: 'Lovelace' }],
  ['AU  - Lovelace AB', { firstAuthor: 'Lovelace' }],
  ['CN  - The Cat Group', { firstAuthor: 'The Cat Group' }],
])('a PubMed record is parsed: %j', (lines, expected) => {
  const text = `\ufeffPMID- 23903654\n${lines}\n`
  const [reference, ...others] = readNbib(text)
  expect(others).toEqual([])
  expect(reference).toMatchObject({
    ...{ key: 'PMID 23903654', pmid: '23903654', line: 1, end: text.length - 1 },
    ...expected,
  })
})

test('a record without a PubMed id has no key', () => {
  expect(readNbib('PMID- x\nTI  - Why\nPMID- 2')).toMatchObject([
    { key: null, pmid: null, title: 'Why', input: 'PMID- x TI - Why' },
    { key: 'PMID 2', line: 3 },
  ])
})
