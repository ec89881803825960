import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOneSlipApart, isOneSlipFromStart, oneSlipAway } from './rank.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 3, maxLength: 12 })

describe('single typing errors', () => {
  test.each([
    ['lost', 'quantm'],
    ['added', 'quanntum'],
    ['changed', 'quantun'],
    ['changed at the front', 'auantum'],
    ['lost at the front', 'uantum'],
    ['swapped', 'qunatum'],
  ])('%s: %s is one typing error from quantum', (_, slip) => {
    expect(oneSlipAway(slip)).toContain('quantum')
    expect(isOneSlipApart(slip, 'quantum')).toBe(true)
  })

  test('both implementations agree on one typing error', () => {
    fc.assert(
      fc.property(word, typed => {
        for (const slip of oneSlipAway(typed)) expect(isOneSlipApart(typed, slip)).toBe(true)
      }),
      { numRuns: 20 },
    )
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isOneSlipApart(a, b)).toBe(a === b || oneSlipAway(a).includes(b))
      }),
    )
  })

  test('an unfinished word may contain the error', () => {
    expect(isOneSlipFromStart('qunatu', 'quantum')).toBe(true)
    expect(isOneSlipFromStart('classic', 'quantum')).toBe(false)
  })

  test('short words, long words and numbers are not corrected', () => {
    expect(oneSlipAway('of')).toEqual([])
    expect(oneSlipAway('2015')).toEqual([])
    expect(oneSlipAway('x'.repeat(30))).toEqual([])
  })
})
