import { expect, test } from 'vitest'
import { readCslJson } from './csl-json.ts'
import { UnreadableError } from './said.ts'

const arxiv = '10.48550/arxiv.2101.00001'

test.each<[object, Record<string, unknown>]>([
  [{ id: 7 }, { key: '7' }],
  [{ id: 'a' }, { key: 'a' }],
  [{ DOI: '10.1000/A' }, { doi: '10.1000/a', key: null }],
  [{ URL: 'https://doi.org/10.1000/a' }, { doi: '10.1000/a' }],
  [{ note: 'see 10.1000/a' }, { doi: '10.1000/a' }],
  [{ PMID: 23_903_654 }, { pmid: '23903654' }],
  [{ note: 'PMID: 23903654' }, { pmid: '23903654' }],
  [{ note: 'PMID:23903654' }, { pmid: '23903654' }],
  [{ note: 'XPMID: 23903654' }, { pmid: null }],
  [{ note: 'PMID: 1234567890' }, { pmid: null }],
  [{ number: 'arXiv:2101.00001' }, { arxiv }],
  [{ archive_id: 'arXiv:2101.00001' }, { arxiv }],
  [{ URL: 'https://arxiv.org/abs/2101.00001' }, { arxiv }],
  [{ number: '2101.00001' }, { arxiv: null }],
  [{ title: ['Why cats land', 'Other'] }, { title: 'Why cats land' }],
  [{ title: [] }, { title: null }],
  [{ title: { a: 1 } }, { title: null }],
  [{ author: [{ family: 'Lovelace', given: 'Ada' }, { family: 'Babbage' }] }, { firstAuthor: 'Lovelace' }],
  [{ author: [{ family: 'van der Berg' }] }, { firstAuthor: 'van der Berg' }],
  [{ author: [{ literal: 'Ada Lovelace' }] }, { firstAuthor: 'Lovelace' }],
  [{ author: [{ name: 'Lovelace, Ada' }] }, { firstAuthor: 'Lovelace' }],
  [{ author: [] }, { firstAuthor: null }],
  [{ author: 'Ada' }, { firstAuthor: null }],
  [{ issued: { 'date-parts': [[2010, 3]] } }, { year: 2010 }],
  [{ issued: { 'date-parts': [['2010']], literal: '2011' } }, { year: 2010 }],
  [{ issued: { 'date-parts': [[]], literal: '2011' } }, { year: 2011 }],
  [{ issued: { 'date-parts': [], literal: '2011' } }, { year: 2011 }],
  [{ issued: { 'date-parts': 'x', raw: '2012' } }, { year: 2012 }],
  [{ issued: { literal: 'in 2011', raw: '2012' } }, { year: 2011 }],
  [{ issued: '2010' }, { year: null }],
  [{ issued: {} }, { year: null }],
])('a CSL-JSON item is parsed: %j', (item, expected) => {
  const text = JSON.stringify(item)
  expect(readCslJson(text)).toMatchObject({ references: [{ line: 1, input: text, ...expected }], unread: [] })
})

test.each([
  ['[{"id":"a"},{"id":"b"}]', ['a', 'b']],
  ['{"items":[{"id":"a"},{"id":"b"}]}', ['a', 'b']],
  ['{"items":1,"id":"a"}', ['a']],
  ['{"id":"a"}', ['a']],
  ['[]', []],
])('a list, an object containing one, or a single item is accepted: %s', (json, keys) => {
  expect(readCslJson(json).references.map(({ key, line }) => [key, line])).toEqual(keys.map((key, n) => [key, n + 1]))
})

test('a non-item is listed and the next is parsed', () => {
  const why = 'It is not an object with the fields of a reference.'
  const { references, unread } = readCslJson('[1,{"id":"a"},null]')
  expect(references.map(({ key, line }) => [key, line])).toEqual([['a', 2]])
  expect(unread).toEqual([
    { line: 1, text: '1', why },
    { line: 3, text: 'null', why },
  ])
  for (const item of ['null', '1', '"a"'])
    expect(readCslJson(item).unread).toMatchObject([{ line: 1, text: item, why }])
})

test.each([
  ['[{"id": 1,\n}]', 2],
  // A sign that may not be there, in the middle and near the beginning.
  [`[\n{"id": 1},\n,\n${'{"id": 2},\n'.repeat(50)}]`, 3],
  [`[\n${'{"id": 2},\n'.repeat(50)}{"title": nil},\n{"id": 1},\n{"id": 3}\n]`, 52],
  [`[\n${'{"id": 2},\n'.repeat(50)}{"id": 3},\n]\n`, 53],
  [`[{"id":"a"},, ${'\n{"id": 2}'.repeat(50)}]`, 1],
  [`[{},,{"id":"a"}${',\n{"id": 2}'.repeat(50)}]`, 1],
  ['[{"id": "a\nb"}]\n', 1],
  ['[\n{"id": 1},\n{"id"', 3],
  ['x', 1],
])('malformed JSON is rejected with its line: %j', (json, line) => {
  expect(() => readCslJson(json)).toThrow(UnreadableError)
  expect(() => readCslJson(json)).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }))
  expect(() => readCslJson(json)).toThrow(`it cannot be read from line ${line} on.`)
})
