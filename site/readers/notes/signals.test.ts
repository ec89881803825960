import { describe, expect, test } from 'vitest'
import { likenessOf, type NoteFacts, signalsOf } from './signals.ts'

const ordinary: NoteFacts = {
  content: 'The data for Study 1 were posted in 2019; a copy is at OSF.',
  alike: 0,
  approved: 3,
  refused: 0,
  isProved: true,
}
const wordsOf = (facts: Partial<NoteFacts>) => signalsOf({ ...ordinary, ...facts }).map(({ words }) => words)

describe('note signals', () => {
  test('an ordinary note has no signals', () => expect(wordsOf({})).toEqual([]))

  test.each<[Partial<NoteFacts>, string]>([
    [{ content: 'See https://a.example and https://b.example for the data.' }, '2 links'],
    [{ alike: 1 }, 'the same text as 1 other note'],
    [{ approved: 0 }, 'first note from this person'],
    [{ refused: 2 }, '2 refused before'],
    [{ isProved: false }, 'no confirmed account'],
    [{ content: 'THIS IS ALL WRONG AND EVERYBODY KNOWS IT' }, 'mostly in capitals'],
    [{ content: 'This is so wrong!!!!!!!!!!!!' }, 'one character many times over'],
    [{ content: 'Nonsense.' }, 'very short'],
  ])('note signals for %j: %s', (facts, words) => expect(wordsOf(facts)).toEqual([words]))
})

test('texts are compared ignoring case, spacing, numbers and punctuation', () => {
  expect(likenessOf('Buy  now: 50 % off!')).toBe(likenessOf('buy now - 90% OFF'))
  expect(likenessOf('Buy now')).not.toBe(likenessOf('Buy later'))
})
