import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFindWorks, mostRanked } from '../site/finding/search/index.ts'
import { createSearchPool, openWorksReader } from '../site/paper/works-index/index.ts'
import { buildIndex, type Corpus, noCorpus, type Query, readCorpus } from './corpus.ts'
import { inNewFolder } from './in-new-folder.ts'
import { budget, notMeasured, type Options, observation, type Row, type Run } from './row.ts'
import { type Measured, measureSearches, type Search } from './search-measure.ts'
import { rivalRows } from './search-rivals.ts'
import { median } from './statistics.ts'

/** Rivals are slow, so they get only one of this many queries. */
const rivalShare = 5
const goals = { p99: 30, recall: 0.97, typos: 0.95 }

/** Opens the site's search over one index. DOIs are looked up directly; words go to a worker. */
const openOurs = (file: string): { search: Search; close: () => Promise<void> } => {
  const pool = createSearchPool({ file, threads: 1, deadline: 60_000 })
  const reader = openWorksReader(file)
  const findWorks = createFindWorks({
    local: text => pool.search(text, mostRanked),
    knownAmong: async () => new Set(),
    byDoi: async doi => {
      const answer = reader.findWork(doi)
      if (answer.kind !== 'found') return answer
      const { work } = answer
      return { kind: 'found', work: { ...work, authors: work.authors.map(({ name }) => name) } }
    },
    byOutsideId: async () => ({ kind: 'not-found' }),
    outside: null,
  })
  return {
    search: async text => {
      const outcome = await findWorks(text, '127.0.0.1')
      if (outcome.kind !== 'found') throw new Error(`The search of ${text} was ${outcome.kind}.`)
      return outcome.works.map(({ doi }) => doi)
    },
    close: async () => {
      reader.close()
      await pool.close()
    },
  }
}

/** Measures the lookup of one paper's facts on the calling thread, in µs. */
const measureLookUp = (file: string, queries: readonly Query[]): number => {
  const reader = openWorksReader(file)
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    for (const { doi } of queries) {
      const started = performance.now()
      reader.findWork(doi)
      times.push((performance.now() - started) * 1000)
    }
  }
  reader.close()
  return median(times)
}

const ms = (value: number): string => `${value.toFixed(2)} ms`
const share = (value: number): string => value.toFixed(4)

/** The budgets, measured in the smaller corpus. */
const budgets: readonly {
  name: string
  felt: string
  limit: string
  isMet: (of: Measured) => boolean
  figure: (of: Measured) => string
}[] = [
  {
    name: 'search, 99 of 100',
    felt: 'Readers see suggestions while they type.',
    limit: `≤ ${goals.p99} ms`,
    isMet: of => of.p99 <= goals.p99,
    figure: of => ms(of.p99),
  },
  {
    name: 'search, recall@5',
    felt: 'Readers find the paper they mean among the first five.',
    limit: `≥ ${goals.recall}`,
    isMet: of => of.recall >= goals.recall,
    figure: of => share(of.recall),
  },
  {
    name: 'search, recall@5 with a typo',
    felt: 'Readers find it though they mistype a word.',
    limit: `≥ ${goals.typos}`,
    isMet: of => of.typos >= goals.typos,
    figure: of => share(of.typos),
  },
]

export const run: Run = async options => {
  const corpus = readCorpus()
  if (corpus === null) return budgets.map(({ name }) => notMeasured(name, noCorpus))
  return inNewFolder(folder => measureAll(folder, corpus, options))
}

const measureAll = async (folder: string, corpus: Corpus, { quick }: Options): Promise<Row[]> => {
  const queries = corpus.queries.filter((_, i) => !quick || i % rivalShare === 0)
  const file = join(folder, 'works.sqlite')
  const works = await buildIndex(file, corpus.works)
  const larger = join(folder, 'larger.sqlite')
  copyFileSync(file, larger)
  const worksInLarger = await buildIndex(larger, corpus.more)
  const [small, large] = [openOurs(file), openOurs(larger)]
  const measured = await measureSearches({ small: small.search, large: large.search }, queries, quick ? 1 : 3)
  await large.close()
  const note = `${corpus.name}: ${works.toLocaleString('en-US')} works, ${queries.length} queries one after the other through a worker; found: the right paper is among the first five, where the query can mean only one`
  const some = corpus.queries.filter((_, i) => i % rivalShare === 0)
  const found = [
    ...budgets.map(({ name, felt, limit, isMet, figure }) =>
      budget({ name, felt, limit, figure: figure(measured.small), isMet: isMet(measured.small), note }),
    ),
    observation('search, median', ms(measured.small.p50), note),
    largerRow(worksInLarger, measured.large, measured.small),
    lookUpRow(file, queries),
    ...(await rivalRows(small.search, file, some)),
  ]
  await small.close()
  return found
}

const largerRow = (works: number, large: Measured, small: Measured): Row =>
  observation(
    'search, median, in the larger corpus',
    ms(large.p50),
    `${works.toLocaleString('en-US')} works, ${(large.p50 / small.p50).toFixed(2)}× as long as in the smaller corpus, query by query; 99 of 100 ${ms(large.p99)}, recall@5 ${share(large.recall)}`,
  )

const lookUpRow = (file: string, queries: readonly Query[]): Row =>
  observation(
    'facts of one paper by DOI',
    `${measureLookUp(file, queries).toFixed(1)} µs`,
    'median, on the thread that serves pages',
  )
