import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status, type StoredKnown } from '../known/index.ts'
import { exampleReplication } from '../known/testing/index.ts'
import type { FactsAnswer, PaperFacts } from './facts-store.ts'
import type { NearFacts } from './local-index.ts'
import { createReadPapers } from './read-papers.ts'
import { among, title, work } from './testing/index.ts'
import type { PaperVersion } from './versions.ts'

const [a, b, preprint, unknown] = ['10.1000/a', '10.1000/b', '10.48550/arxiv.1', '10.1000/unknown'].map(storedDoi) as [
  Doi,
  Doi,
  Doi,
  Doi,
]
const authors = [{ name: 'Ada Lovelace', orcid: null }]
const replication = exampleReplication({ originalDoi: a, outcome: 'failed' })

type Given = {
  stored?: PaperFacts[]
  local?: PaperFacts[]
  known?: [Doi, StoredKnown][]
  versions?: [Doi, PaperVersion[]][]
  statuses?: [Doi, Status][]
}

const open = ({ stored = [], local = [], known = [], versions = [], statuses = [] }: Given) => {
  const asked: unknown[] = []
  const note =
    <T>(name: string, answer: () => T) =>
    async (dois: readonly Doi[]): Promise<T> => {
      asked.push([name, [...dois]])
      return answer()
    }
  const works = new Map(local.map(facts => [facts.doi, facts]))
  const index: NearFacts = {
    local: (doi): FactsAnswer => {
      const facts = works.get(doi)
      return facts === undefined ? { kind: 'not-found' } : { kind: 'found', facts }
    },
    ...{ localMany: () => works, titled: among(...local), startsKnown: () => new Set() },
  }
  const read = createReadPapers({
    known: { many: note('known', () => new Map(known)) },
    stored: note('stored', () => new Map(stored.map(facts => [facts.doi, facts]))),
    versions: note('versions', () => new Map(versions)),
    statuses: note('statuses', () => new Map(statuses)),
    near: async ask => ask(index),
    now: () => Date.UTC(2026, 0),
  })
  return { asked, read }
}

test('each paper is read once from all sources together', async () => {
  const { read, asked } = open({
    stored: [work(a, { title: 'Stored', authors, year: 2001 })],
    local: [work(a, { title: 'Local' }), work(b, { title: 'Of ours', year: 1999 })],
    known: [[a, { updates: [], replications: [replication] }]],
  })
  const papers = await read([a, b, a, unknown], new Map())
  expect([...papers.keys()]).toEqual([a, b, unknown])
  expect([...papers.values()].map(({ doi, record, title, year }) => [doi, record, title, year])).toEqual([
    [a, 'found', 'Stored', 2001],
    [b, 'found', 'Of ours', 1999],
    [unknown, 'not-found', null, null],
  ])
  expect([a, b, unknown].map(doi => papers.get(doi)?.known.status.kind)).toEqual(['not-held', 'nothing', 'nothing'])
  expect(papers.get(a)?.authors).toEqual(authors)
  const all = [a, b, unknown]
  expect(asked).toEqual([
    ['stored', all],
    ['known', all],
    ['versions', all],
    ['statuses', []],
  ])
})

test('without papers no source is queried', async () => {
  const { read, asked } = open({})
  expect([(await read([], new Map())).size, asked]).toEqual([0, []])
})

test('community content is returned with its paper', async () => {
  const note = { path: '/10.1000/a#note', date: '2025-01-01', by: 'Carla' }
  const { read } = open({ local: [work(a), work(b)] })
  const papers = await read([a, b], new Map([[a, [note]]]))
  expect([a, b].map(doi => papers.get(doi)?.known.facts.length)).toEqual([1, 0])
})

test('other versions are listed by record, then by title, each with its status', async () => {
  const gone: Status = { ...nothingKnown, kind: 'retracted' }
  const { read, asked } = open({
    local: [work(a, { authors }), work(preprint, { authors, type: 'preprint' }), work(b, { title: 'Of ours' })],
    versions: [[a, [{ doi: b, kind: 'version' }]]],
    statuses: [[b, gone]],
  })
  const versions = (await read([a], new Map())).get(a)?.versions
  expect(versions).toMatchObject([
    { doi: b, title: 'Of ours', kind: 'version', byTitle: false, status: { kind: 'retracted' } },
    { doi: preprint, title, kind: 'preprint', byTitle: true },
  ])
  expect(asked.at(-1)).toEqual(['statuses', [b, preprint]])
})
