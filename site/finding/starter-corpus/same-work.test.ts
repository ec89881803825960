import { describe, expect, test } from 'vitest'
import { sameFirstAuthor, sameTitle } from './same-work.ts'

describe('equal titles', () => {
  test.each([
    ['whatever the punctuation, case and accents', 'Black hole explosions?', 'Black Hole Éxplosions'],
    ['without the subtitle', 'Power Posing: Brief Nonverbal Displays Affect Neuroendocrine Levels', 'Power Posing'],
    ['with markup', 'Initial sequencing of <i>E. coli</i> &amp; others', 'Initial sequencing of E. coli & others'],
    [
      'with one letter spelled out',
      'A specific amyloid-β protein assembly in the brain impairs memory',
      'A specific amyloid-beta protein assembly in the brain impairs memory',
    ],
  ])('titles match %s', (_name, one, other) => {
    expect(sameTitle(one, other)).toBe(true)
    expect(sameTitle(other, one)).toBe(true)
  })
})

describe('different titles', () => {
  test.each([
    ['of two papers on one thing', 'A Model of Leptons', 'A Model of Hadrons'],
    ['when only a short word begins both', 'Deep learning', 'Deep'],
    ['when one is empty', 'Quicksort', ''],
  ])('titles differ %s', (_name, one, other) => {
    expect(sameTitle(one, other)).toBe(false)
  })
})

describe('first author matching', () => {
  test.each(['Marcus E. Raichle', 'Raichle ME', 'Raichle, M.'])('a first author is recognized as %s', name => {
    expect(sameFirstAuthor('Marcus E. Raichle', name)).toBe(true)
  })

  test('a different author with the same initial does not match', () => {
    expect(sameFirstAuthor('M. Raichle', 'M. Posner')).toBe(false)
  })
})
