import { expect, test } from 'vitest'
import { headedStartsOf, longestBeginning, startsOf, wordsOf } from './compare.ts'
import { exampleReference } from './testing/index.ts'

const prose = (input: string) => wordsOf(exampleReference({ input, isProse: true }))
const marked = (title: string) => wordsOf(exampleReference({ title, input: 'Something else.' }))

test('a marked-up title starts once and may end at each separator, ignoring the rest of the reference', () => {
  expect(marked('Why cats land: a study - of falls; in the dark')).toEqual({
    words: ['why', 'cats', 'land', 'a', 'study', 'of', 'falls', 'in', 'the', 'dark'],
    text: 'why cats land a study of falls in the dark',
    places: [0, 4, 9, 14, 16, 22, 25, 31, 34, 38, 43],
    begins: [0],
    ends: [3, 5, 7, 10],
    hardEnds: [7, 10],
  })
})

test('a reference that is neither marked up nor prose has no words', () => {
  const { words, begins, ends } = wordsOf(exampleReference({ input: 'Why cats land' }))
  expect([words, begins, ends]).toEqual([[], [], []])
})

test('in prose a title may start after any separator except at an author', () => {
  const { words, begins, ends, hardEnds } = prose('Lovelace A, Babbage C. Why cats land: a study. 2010')
  expect(words.join(' ')).toBe('lovelace a babbage c why cats land a study 2010')
  expect(begins.map(at => words[at])).toEqual(['why', 'a', '2010'])
  expect(ends).toEqual([2, 4, 7, 9, 10])
  expect(hardEnds).toEqual([4, 9, 10])
})

test.each([
  ['Morey RD', false],
  ['Morey R', false],
  ['Morey R D J', false],
  ['Van Morey RD', false],
  ["O'Hara-Smith K", false],
  ['R', false],
  ['RD', false],
  ['R D Morey', false],
  ['et al', false],
  ['and', false],
  ['&', false],
  ['RDJ', true],
  ['morey RD', true],
  ['Morey RD cats', true],
  ['Morey', true],
  ['Morey Rouder Smith K', true],
  ['r', true],
  ['see et al', true],
  ['and so', true],
])('a title may start with %j: %j', (segment, may) => {
  const { words, begins } = prose(`${segment}. Cats land softly`)
  const first = segment === '&' ? 'cats' : words[0]
  expect(begins.includes(0)).toBe(segment === '&' ? true : may)
  expect(words[0]).toBe(first)
})

test('a hyphen within a word is not a separator, between words it is', () => {
  expect(prose('Cats-eyes shine – in the dark - always').ends).toEqual([3, 6, 7])
})

test.each(['.', ';', '"', '“', '”', '„', '«', '»', '(', ')', '[', ']', '|'])('no title continues after %s', sign => {
  expect(prose(`Cats land${sign} softly always`).hardEnds).toEqual([2, 4])
})

test.each([',', ':', '?', '!', '‘', '’', ' - ', ' — '])('a title may continue after %s', sign => {
  const { ends, hardEnds } = prose(`Cats land${sign} softly always`)
  expect([ends, hardEnds]).toEqual([[2, 4], [4]])
})

test('a double hyphen counts as a dash, and the line end ends once', () => {
  expect(prose('Cats land -- softly always').ends).toEqual([2, 4])
  expect(prose('Cats land softly.').hardEnds).toEqual([3])
})

test('only the first forty positions of a very long line are tried', () => {
  const { begins } = prose(Array.from({ length: 50 }, (_, n) => `cat ${n}`).join('. '))
  expect(begins).toHaveLength(40)
})

test('the index is queried for each segment of at least three words from each possible start', () => {
  expect(startsOf(prose('Why cats land: a study. 2010'))).toEqual([
    'why cats land',
    'why cats land a study',
    'why cats land a study 2010',
    'a study 2010',
  ])
  expect(startsOf(prose('Cats land'))).toEqual([])
})

test('a start ends where the index has no longer match', () => {
  const long = 'a very long title about all the cats that land on their feet at night'
  const starts = startsOf(marked(`Why cats land: ${long}: and more`))
  expect(starts).toEqual(['why cats land', `why cats land ${long}`.slice(0, 64)])
})

test('a retraction prefix before the title does not change the queries', () => {
  expect(headedStartsOf(marked('Why cats land'))).toEqual([
    'retracted why cats land',
    'retracted article why cats land',
    'withdrawn why cats land',
  ])
})

test.each([
  ['Lovelace A. Why cats land on feet: a study. 2010', 'why cats land on feet'],
  ['Why cats always land. Journal of small cats', 'why cats always land'],
  ['Short one here. Why cats always land: a study', 'why cats always land'],
  ['Why cats always land on both their feet at night', 'why cats always land on both the'],
  // At least four words and 18 letters are required.
  ['Extraordinarily acrobatic felines', null],
  ['Why a cat can fly', null],
  ['Why the cat may fly', 'why the cat may fly'],
  ['Why the cat may fl', 'why the cat may fl'],
])('the longest segment of %j is %j', (input, beginning) => {
  expect(longestBeginning(prose(input))).toBe(beginning)
})
