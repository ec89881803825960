import { expect, test } from 'vitest'
import { listedFacts, mostListed, pageOfFact } from './listed-facts.ts'
import type { KnownFact } from './model.ts'

const facts = (...groups: [KnownFact['group'], number][]): KnownFact[] =>
  groups.flatMap(([group, count]) => Array.from({ length: count }, () => ({ group }) as KnownFact))
const listed = (given: KnownFact[]) => listedFacts(given).map(({ index }) => index)
const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n)

test('a paper’s page lists all facts in order up to its limit', () => {
  expect(listed(facts(['attempt', 59], ['event', 1]))).toEqual(from(0, mostListed))
})

test('over the limit, notices and reports come first, notes move to their section, then replications fill up', () => {
  const many = facts(['attempt', 30], ['repeated', 20], ['event', 5], ['report', 5], ['note', 1], ['announced', 1])
  const shown = listedFacts(many)
  expect(shown.map(({ index }) => index)).toEqual([...from(50, 10), 61, ...from(0, 49)])
  expect(shown.every(({ fact, index }) => fact === many[index])).toBe(true)
})

test.each([
  [0, 1],
  [49, 1],
  [50, 2],
  [149, 3],
])('the fact at position %i is on page %i of the full list', (index, page) => expect(pageOfFact(index)).toBe(page))
