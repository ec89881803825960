import { describe, expect, test } from 'vitest'
import { findAvoidedWords } from './find-avoided-words.ts'

const wordsIn = (text: string): string[] => findAvoidedWords(text).map(({ words }) => words)

describe('a word of the list is found', () => {
  test.each([
    ['Whoever asks', ['Whoever']],
    ['who pays what to whom', ['whom']],
    ['The reason stands in the file.', ['stands in']],
    ['what came of a payment, and what becomes of it', ['what came of', 'what becomes of']],
    ['It is kept besides.', ['besides']],
  ])('in %o', (text, words) => {
    expect(wordsIn(text)).toEqual(words)
  })

  test('with its line, and with what to write instead', () => {
    expect(findAvoidedWords('First.\n\nThird, hence more.')).toEqual([
      { line: 3, words: 'hence', instead: '"so", "therefore", or "because" in the sentence before' },
    ])
  })

  test.each([
    ['text', 'what\ncame of it'],
    ['a docstring', '/**\n * Says what\n * came of it\n */'],
    ['a line comment', '// what\n// came of it'],
    ['a quote of Markdown', '> what\n> came of it'],
  ])('when it goes on in the next line of %s', (_, text) => {
    expect(wordsIn(text)).toEqual(['what came of'])
  })
})

test.each([
  ['a word that has one in it', 'enhance, thusly, somewhom, standstill'],
  ['a stub that stands in for a service', 'A sandbox stands in for Stripe.'],
  ['a clock that stands still', 'The clock stands still.'],
  ['a quote that may be as it is', "minutes < 1 ? 'just now' : inMinutes(minutes)"],
])('%s is let through', (_, text) => {
  expect(wordsIn(text)).toEqual([])
})

test('a quote excuses only itself', () => {
  expect(wordsIn("'just now' and just now")).toEqual(['just now'])
})
