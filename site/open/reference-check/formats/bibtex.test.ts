import { expect, test } from 'vitest'
import { readBibtex } from './bibtex.ts'

const arxiv = '10.48550/arxiv.2101.00001'

test.each<[string, Record<string, unknown>]>([
  ['doi={10.1000/A}, url={https://doi.org/10.1000/b}', { doi: '10.1000/a' }],
  ['url={https://doi.org/10.1000/b}', { doi: '10.1000/b' }],
  ['howpublished={https://doi.org/10.1000/c}', { doi: '10.1000/c' }],
  ['note={see 10.1000/d}', { doi: '10.1000/d' }],
  ['doi={ }, note={see 10.1000/d}', { doi: '10.1000/d' }],
  ['journal={10.1000/e}', { doi: null }],
  ['pmid={23903654}', { pmid: '23903654' }],
  ['eprinttype={PMID}, eprint={23903654}', { pmid: '23903654', arxiv: null }],
  ['eprinttype={pubmed}, eprint={23903654}', { pmid: '23903654' }],
  ['eprint={23903654}', { pmid: null }],
  ['archiveprefix={arXiv}, eprint={2101.00001}', { arxiv, pmid: null }],
  ['eprinttype={arxiv}, eprint={2101.00001}', { arxiv }],
  ['eprint={2101.00001}', { arxiv: null }],
  ['arxivid={2101.00001}', { arxiv }],
  ['url={https://arxiv.org/abs/2101.00001}', { arxiv }],
  ['journal={arXiv preprint arXiv:2101.00001}', { arxiv }],
  ['note={arXiv:2101.00001}', { arxiv }],
  ['note={2101.00001}', { arxiv: null }],
  ['title={Why {Cats} land}', { title: 'Why Cats land' }],
  ['year={}, date={2010-03-04}', { year: 2010 }],
  ['year={ }, date={2010}', { year: 2010 }],
  ['issued={2010}', { year: 2010 }],
  ['author={Lovelace, Ada and Babbage, C.}', { firstAuthor: 'Lovelace' }],
  ['author={Ada Lovelace\n AND Charles Babbage}', { firstAuthor: 'Lovelace' }],
  ['author={Anderson, A}', { firstAuthor: 'Anderson' }],
  ['author={{R Core Team} and Smith, K}', { firstAuthor: 'R Core Team' }],
  ['author={ {R Core Team}  and  Smith, K}', { firstAuthor: 'R Core Team' }],
  ['author={{R} Core {Team}}', { firstAuthor: 'Team' }],
  ['editor={Lovelace, Ada}', { firstAuthor: 'Lovelace' }],
  ['journal={J}', { firstAuthor: null, title: null, year: null }],
])('a BibTeX entry is parsed: %s', (fields, expected) => {
  const text = `@a{k, ${fields}}`
  expect(readBibtex(text)).toMatchObject({
    ...{ references: [{ key: 'k', line: 1, end: text.length, ...expected }], unread: [] },
  })
})

test('each reference keeps its own source text', () => {
  expect(readBibtex('% mine\n@a{k, title={One}}\n@b{l, title={Two}}').references.map(({ input }) => input)).toEqual([
    '@a{k, title={One}}',
    '@b{l, title={Two}}',
  ])
})
