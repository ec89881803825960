import { describe, expect, test } from 'vitest'
import { requirementsOf } from './requirements.ts'

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

describe('the list of what a password must have', () => {
  test('stands open before something is typed', () => {
    expect(requirementsOf({ length: 0, strength: null, config })).toEqual([
      { rule: 'length', n: 12, standing: 'open' },
      { rule: 'kinds', n: 3, standing: 'open' },
    ])
  })

  test('says what is met and what is missing, in the project’s numbers', () => {
    expect(requirementsOf({ length: 14, strength: strength(0, 2, 1), config })).toEqual([
      { rule: 'length', n: 12, standing: 'met' },
      { rule: 'kinds', n: 3, standing: 'missing' },
    ])
  })
})

describe('when the project’s numbers are not known', () => {
  test('they follow from what is missing', () => {
    expect(requirementsOf({ length: 3, strength: strength(9, 2, 1), config: null })).toEqual([
      { rule: 'length', n: 12, standing: 'missing' },
      { rule: 'kinds', n: 3, standing: 'missing' },
    ])
  })

  test('a rule that is met has no line, for nobody knows its number', () => {
    expect(requirementsOf({ length: 14, strength: strength(0, 1, 2), config: null })).toEqual([
      { rule: 'kinds', n: 3, standing: 'missing' },
    ])
    expect(requirementsOf({ length: 0, strength: null, config: null })).toEqual([])
  })
})
