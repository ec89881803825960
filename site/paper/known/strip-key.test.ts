import { expect, test } from 'vitest'
import type { KnownFact } from './model.ts'
import { countedAs } from './Strip.tsx'
import { exampleFact } from './testing/index.ts'
import { meaningOf } from './update-types.ts'

const fact = (kind: KnownFact['kind'], more: Partial<KnownFact> = {}): KnownFact => exampleFact({ kind, ...more })

test('the legend counts like the text: partial retractions and addenda are separate', () => {
  const { noun: partial } = meaningOf('partial-retraction')
  const { noun: retraction } = meaningOf('retraction')
  const { noun: addendum } = meaningOf('addendum')
  expect(
    countedAs([
      fact('retraction', { noun: partial }),
      fact('note', { count: 3 }),
      fact('correction', { noun: addendum }),
      fact('retraction', { noun: retraction }),
      fact('held'),
      fact('held', { count: 4 }),
      fact('correction', { noun: addendum }),
      fact('notice'),
    ]).map(({ words }) => words),
  ).toEqual([
    '5 replicated',
    '2 addenda',
    '1 partial retraction',
    '1 retraction',
    '1 editorial notice',
    '3 community notes',
  ])
})
