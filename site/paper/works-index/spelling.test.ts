import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOneSlipApart, isOneSlipFromStart, oneSlipAway } from './spelling.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 3, maxLength: 12 })

describe('one slip', () => {
  test.each([
    ['lost', 'quantm'],
    ['added', 'quanntum'],
    ['changed', 'quantun'],
    ['changed at the front', 'auantum'],
    ['lost at the front', 'uantum'],
    ['swapped', 'qunatum'],
  ])('%s: %s for quantum', (_, slip) => {
    expect(oneSlipAway(slip)).toContain('quantum')
    expect(isOneSlipApart(slip, 'quantum')).toBe(true)
  })

  test('is what both functions say it is', () => {
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

  test('may be in a word half typed', () => {
    expect(isOneSlipFromStart('qunatu', 'quantum')).toBe(true)
    expect(isOneSlipFromStart('classic', 'quantum')).toBe(false)
  })

  test('is not looked for in short words, long words and numbers', () => {
    expect(oneSlipAway('of')).toEqual([])
    expect(oneSlipAway('2015')).toEqual([])
    expect(oneSlipAway('x'.repeat(30))).toEqual([])
  })
})
