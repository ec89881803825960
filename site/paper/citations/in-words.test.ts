import { expect, test } from 'vitest'
import type { Fall } from './list-falls.ts'
import { formatWhen, summarizeFlaggedReferences } from './read-fallen-references.ts'

const cited = (...falls: Fall[]) => falls.map(fall => ({ fall }))

test.each([
  [[], null],
  [cited('retracted'), 'Cites 1 paper that was retracted'],
  [cited('retracted', 'retracted'), 'Cites 2 papers that were retracted'],
  [cited('concern'), 'Cites 1 paper that has an expression of concern'],
  [cited('concern', 'concern'), 'Cites 2 papers that have an expression of concern'],
  [cited('not-held', 'not-held'), 'Cites 2 papers that failed to replicate'],
  [cited('partly-retracted'), 'Cites 1 paper that was retracted in part'],
  [
    cited('not-held', 'retracted', 'retracted', 'withdrawn'),
    'Cites 2 papers that were retracted, 1 that was withdrawn and 1 that failed to replicate',
  ],
  [Array.from({ length: 1200 }, () => ({ fall: 'retracted' as const })), 'Cites 1,200 papers that were retracted'],
])('phrase %#: %j', (falls, words) => {
  expect(summarizeFlaggedReferences(falls)).toBe(words)
})

test('the date of the retraction is included if known', () => {
  expect([formatWhen('before'), formatWhen('after'), formatWhen('same-year'), formatWhen(null)]).toEqual([
    'before this paper appeared',
    'after this paper appeared',
    'in the year this paper appeared',
    null,
  ])
})
