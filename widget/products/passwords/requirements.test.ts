import { describe, expect, test } from 'vitest'
import { requirementsOf } from './strength.ts'

const config = { ludsMinimumCount: 12, ludsComplexity: 3 }
const strength = (missing_characters: number, missing_complexity: number, kinds: number) => ({
  feedback: {
    warning: '',
    suggestions: [],
    luds_requirements: {
      has_lower_case: kinds > 0,
      has_upper_case: kinds > 1,
      has_digit: kinds > 2,
      has_symbol: kinds > 3,
      missing_characters,
      missing_complexity,
    },
  },
})

describe('password checklist', () => {
  test('the checklist is shown before typing', () => {
    expect(requirementsOf({ length: 0, strength: null, config })).toEqual([
      { rule: 'length', n: 12, standing: 'open' },
      { rule: 'kinds', n: 3, standing: 'open' },
    ])
  })

  test('the checklist marks met and missing requirements with the project’s numbers', () => {
    expect(requirementsOf({ length: 14, strength: strength(0, 2, 1), config })).toEqual([
      { rule: 'length', n: 12, standing: 'met' },
      { rule: 'kinds', n: 3, standing: 'missing' },
    ])
  })
})

describe('unknown project requirements', () => {
  test('numbers are derived from what is missing', () => {
    expect(requirementsOf({ length: 3, strength: strength(9, 2, 1), config: null })).toEqual([
      { rule: 'length', n: 12, standing: 'missing' },
      { rule: 'kinds', n: 3, standing: 'missing' },
    ])
  })

  test('a met requirement of unknown number is omitted', () => {
    expect(requirementsOf({ length: 14, strength: strength(0, 1, 2), config: null })).toEqual([
      { rule: 'kinds', n: 3, standing: 'missing' },
    ])
    expect(requirementsOf({ length: 0, strength: null, config: null })).toEqual([])
  })
})
