import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { exampleReplication } from '../known/testing/index.ts'
import { withCommunityEvidence } from './paper-view.ts'

const [a, b] = ['10.1000/a', '10.1000/b'].map(storedDoi) as [Doi, Doi]
const [stored, told, elsewhere] = [
  exampleReplication({ originalDoi: a }),
  exampleReplication({ originalDoi: a, source: 'report' }),
  exampleReplication({ originalDoi: '10.1000/elsewhere', source: 'report' }),
]
const note = { by: 'Carla', date: '2025-01-01', path: '/10.1000/a#note' }

const reader = withCommunityEvidence(
  {
    one: async () => ({ updates: [], replications: [stored], askedAt: 7 }),
    many: async dois => new Map(dois.map(doi => [doi, { updates: [], replications: doi === a ? [stored] : [] }])),
  },
  { attempts: async () => [told, elsewhere], notes: async () => [note] },
)

test('community evidence follows published evidence', async () => {
  expect(await reader.one(a)).toEqual({
    ...{ updates: [], askedAt: 7 },
    ...{ replications: [stored, told, elsewhere], notes: [note] },
  })
})

test('in a list, each replication belongs to its own paper only', async () => {
  const many = await reader.many([a, b])
  expect([a, b].map(doi => many.get(doi)?.replications)).toEqual([[stored, told], []])
})
