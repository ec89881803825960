import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { StoredKnown } from '../known/index.ts'
import type { PaperFacts } from './facts-store.ts'
import type { NearFacts } from './local-index.ts'
import { createReadSummaries, evidenceOf, statusesIn } from './statuses.ts'
import { among, title, work } from './testing/index.ts'

const [a, b] = ['10.1000/a', '10.1000/b'].map(storedDoi) as [Doi, Doi]
const retraction = {
  ...{ doi: a, type: 'retraction', noticeDoi: '10.1000/n', date: '2002', retracted: true, title: null },
  source: 'crossref' as const,
}

const open = (given: { stored?: PaperFacts[]; local?: PaperFacts[]; known?: [Doi, StoredKnown][] }) => {
  const { stored = [], local = [], known = [] } = given
  const asked: unknown[] = []
  const index: NearFacts = {
    ...{ local: () => ({ kind: 'not-found' }), titled: among(...local), startsKnown: starts => new Set(starts) },
    localMany: dois => {
      asked.push(dois)
      return new Map(local.map(facts => [facts.doi, facts]))
    },
  }
  const summaries = createReadSummaries({
    known: { many: async () => new Map(known) },
    stored: async () => new Map(stored.map(facts => [facts.doi, facts])),
    near: async ask => ask(index),
  })
  return { asked, summaries, statuses: statusesIn(summaries) }
}

test('a list returns metadata and status per paper, stored data first, then the index', async () => {
  const { summaries, statuses, asked } = open({
    stored: [work(a, { title: 'Stored', year: 2001 })],
    local: [work(a, { title: 'Local' }), work(b, { title: 'Of ours', year: 1999 })],
    known: [[a, { updates: [retraction], replications: [] }]],
  })
  expect(await summaries([a, b])).toMatchObject(
    new Map([
      [a, { title: 'Stored', year: 2001, status: { kind: 'retracted' } }],
      [b, { title: 'Of ours', year: 1999, status: { kind: 'nothing' } }],
    ]),
  )
  // Only the others are looked up.
  expect(asked).toEqual([[b]])
  expect([...(await statuses([a, b]))].map(([doi, { kind }]) => [doi, kind])).toEqual([
    [a, 'retracted'],
    [b, 'nothing'],
  ])
})

test('an empty list sends no queries', async () => {
  const { summaries, asked } = open({})
  expect([(await summaries([])).size, asked]).toEqual([0, []])
})

test('a paper without stored data appears in a list like others', async () => {
  const { summaries } = open({})
  expect((await summaries([a])).get(a)).toMatchObject({ title: null, year: null, status: { kind: 'nothing' } })
})

test('a list includes notices known only by title', async () => {
  const notice = work('10.1000/notice', { title: `Retraction: ${title}`, year: 2004 })
  const { statuses } = open({ local: [work(a), notice] })
  expect((await statuses([a])).get(a)).toMatchObject({ kind: 'retracted', date: '2004' })
})

test.each(['retraction', 'partial-retraction', 'withdrawal', 'removal', 'reinstatement', 'expression-of-concern'])(
  'titles are not checked where a source reports a %s',
  type => {
    const near = { local: () => ({ kind: 'not-found' as const }), titled: () => [] }
    const noticesIn = among(work(a), work('10.1000/notice', { title: `Retraction: ${title}`, year: 2004 }))
    const told = (doi: string, of = type) =>
      evidenceOf(a, work(a), { updates: [{ ...retraction, doi, type: of }], replications: [] }, { ...near, noticesIn })
    expect(told(a).updates).toHaveLength(1)
    expect(told(b).updates).toHaveLength(2)
    expect(told(a, 'correction').updates).toHaveLength(2)
  },
)
