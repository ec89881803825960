import { expect, test } from 'vitest'
import { referenceOf, shortened } from './said.ts'

test('missing fields are null, and the text is on one line', () => {
  expect(referenceOf({ line: 3, input: ' A\n line ', key: 'a' })).toEqual({
    ...{ key: 'a', line: 3, input: 'A line', doi: null, pmid: null, arxiv: null, title: null, year: null },
    ...{ firstAuthor: null, isProse: false, end: null },
  })
})

test.each([
  ['x'.repeat(400), 'x'.repeat(400)],
  ['x'.repeat(401), `${'x'.repeat(399)}…`],
  [`${'x '.repeat(100)}\n${' '.repeat(1_000)}end`, `${'x '.repeat(100)}end`],
  [`${' '.repeat(1_599)}xy`, 'x'],
  [`${'x'.repeat(398)}😀${'x'.repeat(9)}`, `${'x'.repeat(398)}\ufffd…`],
])('text %# is shortened for display', (text, short) => expect(shortened(text)).toBe(short))
