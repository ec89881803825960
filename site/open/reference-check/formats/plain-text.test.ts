import { describe, expect, test } from 'vitest'
import { readPlainText } from './plain-text.ts'

const inputs = (text: string) => readPlainText(text).references.map(({ input }) => input)
const one = 'Lovelace A. Why cats land. 2010.'
const other = 'Babbage C. A machine of brass. 2011.'

test.each([
  [`[12] ${one}`, '12'],
  [`[Lov10] ${one}`, 'Lov10'],
  [`[L+10-a] ${one}`, 'L+10-a'],
  [`(3) ${one}`, '3'],
  [`(12) ${one}`, '12'],
  [` 4. ${one}`, '4'],
  [`5) ${one}`, '5'],
  [`1234. ${one}`, '1234'],
])('the number of %j is %j', (text, key) => {
  expect(readPlainText(text).references).toMatchObject([{ key, input: one }])
})

test.each([`12345. ${one}`, `[lov10] ${one}`, `[L] ${one}`, `5 ${one}`, `5.${one}`, `x 5. ${one}`])(
  '%j has no number',
  text => expect(readPlainText(text).references).toMatchObject([{ key: null, input: text }]),
)

test.each<[string, Record<string, unknown>]>([
  ['10.1000/a', { doi: '10.1000/a', arxiv: null, pmid: null, isProse: true }],
  ['arXiv:2101.00001', { doi: null, arxiv: '10.48550/arxiv.2101.00001' }],
  ['arXiv:2101.00001 10.1000/a', { doi: '10.1000/a', arxiv: null }],
  ['PMID: 23903654', { pmid: '23903654' }],
  ['pmid=1', { pmid: '1' }],
  ['PMID 123456789', { pmid: '123456789' }],
  ['10.1000/a PMID: 1', { doi: '10.1000/a', pmid: '1' }],
  [one, { doi: null, arxiv: null, pmid: null, isProse: true, line: 1, end: one.length }],
])('%j identifies its paper', (text, expected) => {
  expect(readPlainText(text).references).toMatchObject([expected])
})

test('several DOIs on one line are several papers, and its PubMed id is unassigned', () => {
  expect(readPlainText('1. 10.1000/a 10.1000/b PMID: 1').references).toMatchObject([
    { key: '1', doi: '10.1000/a', pmid: null, isProse: false },
    { key: '1', doi: '10.1000/b', pmid: null, isProse: false },
  ])
})

test.each(['One two three', '2101.00001', 'PMIDs 1', 'PMID: 1234567890'])('%j is not a reference', text => {
  const why = 'It has too few words to be a reference.'
  expect(readPlainText(text)).toEqual({ references: [], unread: [{ line: 1, text, why }] })
})

test('four words may be a reference', () => expect(inputs('One two three four')).toEqual(['One two three four']))

describe('start of the reference list', () => {
  test.each([
    ...[
      'References',
      'reference',
      'REFERENCES:',
      ' References ',
      '7 References',
      '10. References',
      '7.  References',
      'References :',
      'References: ',
      '7. Reference list',
      'References cited',
    ],
    ...['Bibliography', 'Literature', 'Literature cited', 'Works cited', 'Literatur', 'Literaturverzeichnis'],
    ...['Bibliografía', 'Bibliografia', 'Références', 'Bibliographie'],
  ])('%j', heading => {
    expect(inputs(`${one}\n${heading}\n${other}`)).toEqual([other])
    expect(readPlainText(heading)).toEqual({ references: [], unread: [] })
  })

  test.each(['My references are here', 'References of the work', 'x References'])(
    'the list does not start after %j',
    line => {
      expect(inputs(`${one}\n${line}\n${other}`)).toContain(one)
    },
  )

  test('the list starts after the last of two headings', () => {
    expect(inputs(`References\n${one}\nReferences\n${other}`)).toEqual([other])
  })
})

describe('multi-line references', () => {
  test('references are separated by their numbers', () => {
    expect(readPlainText(`1. ${one}\nmore of it\n\n2. ${other}`).references).toMatchObject([
      { key: '1', line: 1, input: `${one} more of it`, end: 3 + one.length + 11 },
      { key: '2', line: 4, input: other },
    ])
  })

  test('references are separated by their numbers, even after another kind of line', () => {
    const { references, unread } = readPlainText(`My list\n1. ${one}\n2. ${other}\n more`)
    expect(references.map(({ input }) => input)).toEqual([one, `${other} more`])
    expect(unread).toMatchObject([{ line: 1, text: 'My list' }])
  })

  test('references are separated by blank lines if a single line looks numbered', () => {
    expect(inputs(`Lovelace A. Why cats land. J Cats\n12. 2010.\nand more\n\n${other}`)).toEqual([
      'Lovelace A. Why cats land. J Cats 12. 2010. and more',
      other,
    ])
  })

  test.each([
    ['a line that begins in small letters behind an empty one', `${one}\n\nvan der Berg B. Four five six.\n${other}`],
    ['a first line that begins in small letters', `van der Berg B. Four five six.\n${other}\n\n${one}`],
  ])('no multi-line references are assumed in %s', (_, text) => {
    expect(inputs(text)).toEqual(text.split('\n').filter(line => line !== ''))
  })

  test('whitespace-only lines separate references and belong to none', () => {
    const first = `${one}\nand more`
    expect(readPlainText(`${first}\n  \n${other}\nas well\n \n`)).toMatchObject({
      references: [
        { input: `${one} and more`, end: first.length },
        { input: `${other} as well`, end: first.length + 4 + other.length + 8 },
      ],
      unread: [],
    })
    expect(readPlainText(`${one}\n  \n${other}`)).toMatchObject({ references: [{ line: 1 }, { line: 3 }], unread: [] })
  })

  test('if all lines are numbered, each is a reference', () => {
    expect(inputs(`1. ${one}\n2. ${other}`)).toEqual([one, other])
  })

  test('a single number separates nothing', () => {
    expect(inputs(`1. ${one}\n${other}`)).toEqual([one, other])
  })

  test.each(['goes on', '12-15', '12–15', '3(1) and', '3:1-9', ' and so'])(
    'references are separated by blank lines if a line continues with %j',
    line => {
      expect(inputs(`${one}\n${line}\n\n${other}`)).toEqual([`${one} ${line.trim()}`, other])
    },
  )

  test.each(['Goes on like that', '2010 was a year', '12345-6 is a number'])(
    'a line with %j is not a continuation',
    line => {
      expect(inputs(`${one}\n${line}\n\n${other}`)).toEqual([one, line, other])
    },
  )

  test('lines without a blank line between them are not joined', () => {
    expect(inputs(`${one}\nand this is one more\n${other}`)).toEqual([one, 'and this is one more', other])
    expect(inputs(`\n${one}\nand this is one more\n${other}\n\n`)).toEqual([one, 'and this is one more', other])
    expect(inputs(`${one}\n\nand this is one more`)).toEqual([one, 'and this is one more'])
  })

  test.each([
    ['Lovelace A. Why cats-', 'land softly', 'Lovelace A. Why cats-land softly'],
    ['Lovelace A. Why cats 10.1000/', 'land softly', 'Lovelace A. Why cats 10.1000/land softly'],
    ['Lovelace A. Why cats_', 'land softly', 'Lovelace A. Why cats_land softly'],
    ['Lovelace A. Why cats', '  land softly ', 'Lovelace A. Why cats land softly'],
    ['Lovelace A. Why cats-', '  land softly', 'Lovelace A. Why cats-land softly'],
  ])('a word split at a line end is joined: %j', (first, second, input) => {
    expect(inputs(`${first}\n${second}\n\n${other}`)).toEqual([input, other])
  })
})

test('a classic Mac line break within a line separates words', () => {
  expect(inputs('Lovelace A. Why\rcats land')).toEqual(['Lovelace A. Why cats land'])
})

test('a Windows line ends before both its characters', () => {
  expect(readPlainText(`${one}\r\n${other}\r\n`).references).toMatchObject([
    { input: one, end: one.length },
    { input: other, end: one.length + 2 + other.length },
  ])
})
