import { describe, expect, test } from 'vitest'
import { bareTitle, titleClaim } from './title-claim.ts'

describe('title prefix', () => {
  test.each([
    ['RETRACTED: Ileal-lymphoid-nodular hyperplasia', 'retracted'],
    ['RETRACTED ARTICLE: A study', 'retracted'],
    ['Retracted Article: A study', 'retracted'],
    ['[RETRACTED] A study', 'retracted'],
    ['(Retracted) A study', 'retracted'],
    ['RETRACTED CHAPTER: Privacy', 'retracted'],
    ['RETRACTED—Formation of alloys', 'retracted'],
    ['Retracted', 'retracted'],
    ['WITHDRAWN: A review', 'withdrawn'],
    ['Withdrawn Article', 'withdrawn'],
    ['REMOVED: Plus les choses changent', 'withdrawn'],
  ])('a title prefix marks the paper as retracted or withdrawn: %s', (title, says) => {
    expect(titleClaim(title)).toEqual({ says })
  })

  test.each([
    ['Retraction: A study of rats', 'retraction', 'A study of rats'],
    ['Retraction notice to “A study of rats” [J. Rats 7 (2001) 1–9]', 'retraction', 'A study of rats'],
    ['Retraction Note to: A study of rats', 'retraction', 'A study of rats'],
    ['RETRACTION NOTICE for A study of rats', 'retraction', 'A study of rats'],
    ['Notice of Retraction: A study of rats', 'retraction', 'A study of rats'],
    ['Partial Retraction: A study of rats', 'retraction', 'A study of rats'],
    ['Retraction and republication—A study of rats', 'retraction', 'A study of rats'],
    ['Retraction of “A study of rats”', 'retraction', 'A study of rats'],
    ['Retraction of an interpretation', 'retraction', null],
    ['Retraction of articles', 'retraction', null],
    ['Retraction for Li et al., A study of rats', 'retraction', 'Li et al., A study of rats'],
    ['Retraction', 'retraction', null],
    ['Withdrawal: A study of rats', 'withdrawal', 'A study of rats'],
    ['Withdrawal Notice', 'withdrawal', null],
    ['Expression of Concern: A study of rats', 'concern', 'A study of rats'],
    ['Editorial Expression of Concern', 'concern', null],
    ['Erratum', 'correction', null],
    ['Erratum to: A study of rats', 'correction', 'A study of rats'],
    ['Errata for Higgs Bosons in Models', 'correction', 'Higgs Bosons in Models'],
    ['Corrigendum to “A study of rats”', 'correction', 'A study of rats'],
    ['Author Correction: A study of rats', 'correction', 'A study of rats'],
    ['CORRECTION TO: A STUDY OF RATS', 'correction', 'A STUDY OF RATS'],
    ['Correction to “A study of rats”', 'correction', 'A study of rats'],
    ['Correction', 'correction', null],
  ])('a title prefix marks a notice: %s', (title, of, about) => {
    expect(titleClaim(title)).toEqual({ says: 'notice', of, about })
  })

  test.each([
    'Retraction of dissolution front in natural porous media',
    'Retraction dynamics of aquous drops upon impact on nonwetting surfaces',
    'Retracting fronts induce spatio-temporal intermittency',
    'Retracted publications in cardiology journals',
    'Withdrawing a solid from a bath: how much liquid is coated?',
    'Withdrawal symptoms after nicotine',
    'Withdrawal from the European Union: a guide',
    'Corrections to Scaling in the Integer Quantum Hall Effect',
    'Correction of Subnormal Vision',
    'Correction to scaling in critical phenomena',
    'Correction terms, and triangulations',
    'Erratic extremism causes dynamic consensus',
    'Reinstatement of Pavlovian responses',
    'Removed from the market',
    'A retraction: what follows',
    '',
  ])('may be that of a finding: %s', title => {
    expect(titleClaim(title)).toBeNull()
  })

  test('a prefix is removed from a title shown next to its label', () => {
    expect(bareTitle('RETRACTED ARTICLE: A study')).toBe('A study')
    expect(bareTitle('[Retracted] A study')).toBe('A study')
    expect(bareTitle('Retracted')).toBe('Retracted')
    expect(bareTitle('A study: retracted')).toBe('A study: retracted')
  })
})
