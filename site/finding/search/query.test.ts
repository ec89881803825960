import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanQuery, normaliseQuery, worthAskingOutside } from './query.ts'

describe('cleaning what was typed', () => {
  test.each([
    ['  two   words ', 'two words'],
    ['nul\u0000and zero\u200bwidth soft\u00adhyphen', 'nul and zerowidth softhyphen'],
    ['e\u0301tude', 'étude'],
    ['line\nbreak\ttab', 'line break tab'],
  ])('%j becomes %j', (typed, clean) => expect(cleanQuery(typed)).toBe(clean))

  test('input of any length is cut without tearing a character', () => {
    const cut = cleanQuery('😀'.repeat(5000))
    expect([...cut]).toHaveLength(300)
    expect(cut.isWellFormed()).toBe(true)
  })
})

describe('one spelling for one question', () => {
  test.each([
    ['"Attention is all" (you need', 'attention is all you need'],
    ['cats AND dogs', 'cats and dogs'],
    ['C++', 'c'],
    ['***', ''],
  ])('%j is asked as %j', (typed, asked) => expect(normaliseQuery(typed)).toBe(asked))

  test('normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter }), typed => {
        const once = normaliseQuery(typed)
        expect(normaliseQuery(once)).toBe(once)
      }),
    )
  })
})

test.each([
  ['neural corr', true],
  ['neural co', false],
  ['a', false],
  ['', false],
  ['crispr', true],
])('asking outside for %j: %s', (query, expected) => expect(worthAskingOutside(query)).toBe(expected))
