import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { FactsAnswer } from './facts-store.ts'
import { createTitleOf } from './read-papers.ts'
import { work } from './testing/index.ts'

test.each<[FactsAnswer, string | null]>([
  [{ kind: 'found', facts: work('10.1000/x', { title: 'Notes' }) }, 'Notes'],
  [{ kind: 'found', facts: work('10.1000/x', { title: null }) }, null],
  [{ kind: 'not-found' }, null],
  [{ kind: 'unavailable' }, null],
])('with the local result %o the title is %j', async (answer, title) => {
  expect(await createTitleOf({ findNear: async () => answer })(storedDoi('10.1000/x'))).toBe(title)
})
