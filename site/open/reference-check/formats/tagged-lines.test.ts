import { expect, test } from 'vitest'
import { oneOf, readTagged } from './ris.ts'

const ris = { line: /^([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$/, first: 'TY', last: 'ER' }
const nbib = { line: /^([A-Z]{2,4}) {0,2}- ?(.*)$/, first: 'PMID', last: null }
const read = (text: string, tags: Parameters<typeof readTagged>[1] = ris) =>
  Array.from(readTagged(text, tags), ({ line, start, end, values }) => ({
    ...{ line, text: text.slice(start, end), values: Object.fromEntries(values) },
  }))

test('each record has its values in order and its position without the end line', () => {
  const text = 'before\nTY  - A\nAU  - One\nAU  -  Two \n\nER  - \nafter\nTY  - B\nER  - '
  expect(read(text)).toEqual([
    { line: 2, text: 'TY  - A\nAU  - One\nAU  -  Two ', values: { TY: ['A'], AU: ['One', 'Two'], ER: [''] } },
    { line: 8, text: 'TY  - B', values: { TY: ['B'], ER: [''] } },
  ])
})

test('a line without a tag continues the value above it', () => {
  expect(read('TY  - A\nTI  - Why\n  cats\n\n land\nAU  -\n Ada')).toMatchObject([
    { values: { TI: ['Why cats land'], AU: [' Ada'] }, text: expect.stringMatching(/ Ada$/) },
  ])
})

test('a whitespace-only line belongs to no value', () => {
  expect(read('TY  - A\nTI  - Why\n  \nER  - ')).toEqual([
    { line: 1, text: 'TY  - A\nTI  - Why', values: { TY: ['A'], TI: ['Why'], ER: [''] } },
  ])
})

test('text outside records is ignored', () => {
  expect(read('AU  - Nobody\n more\nTY  - A\nER  - \nAU  - Nobody\n more')).toMatchObject([{ values: { TY: ['A'] } }])
  expect(read('AU  - Nobody\nER  - ')).toEqual([])
})

test('Windows line endings are accepted', () => {
  const text = 'TY  - A\r\nTI  - Why\r\nER  - \r\nTY  - B\r\n'
  expect(read(text)).toEqual([
    { line: 1, text: 'TY  - A\r\nTI  - Why', values: { TY: ['A'], TI: ['Why'], ER: [''] } },
    { line: 4, text: 'TY  - B', values: { TY: ['B'] } },
  ])
})

test('without an end line, a record ends at the next one', () => {
  expect(read('PMID- 1\nTI  - Why\n      cats\n\nPMID- 2', nbib)).toEqual([
    { line: 1, text: 'PMID- 1\nTI  - Why\n      cats', values: { PMID: ['1'], TI: ['Why cats'] } },
    { line: 5, text: 'PMID- 2', values: { PMID: ['2'] } },
  ])
})

test.each([
  [['TI', 'T1'], 'one'],
  [['T1', 'TI'], 'two'],
  [['NO', 'TI'], 'one'],
  [['NO'], null],
])('the first value of %j is %j', (tags, value) => {
  const values = new Map([
    ['TI', ['', 'one', 'other']],
    ['T1', ['two']],
    ['NO', ['']],
  ])
  expect(oneOf({ values }, ...tags)).toBe(value)
})
