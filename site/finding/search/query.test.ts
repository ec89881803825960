import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanQuery, normaliseQuery, worthAskingOutside } from './find-works.ts'

describe('query cleanup', () => {
  test.each([
    ['  two   words ', 'two words'],
    ['nul\u0000and zero\u200bwidth soft\u00adhyphen', 'nul and zerowidth softhyphen'],
    ['e\u0301tude', 'étude'],
    ['line\nbreak\ttab', 'line break tab'],
  ])('%j is cleaned to %j', (typed, clean) => expect(cleanQuery(typed)).toBe(clean))

  test('long input is truncated without splitting a character', () => {
    const cut = cleanQuery('😀'.repeat(5000))
    expect([...cut]).toHaveLength(300)
    expect(cut.isWellFormed()).toBe(true)
  })
})

describe('query normalization', () => {
  test.each([
    ['"Attention is all" (you need', 'attention is all you need'],
    ['cats AND dogs', 'cats and dogs'],
    ['C++', 'c'],
    ['***', ''],
  ])('%j is normalized to %j', (typed, asked) => expect(normaliseQuery(typed)).toBe(asked))

  test('normalization is idempotent', () => {
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
])('external search for %j: %s', (query, expected) => expect(worthAskingOutside(query)).toBe(expected))
