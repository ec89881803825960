import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Query } from './corpus.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { openPostgresSearch } from './postgres-search.ts'
import { isInstalled, notInstalled } from './rivals.ts'
import { compare, judge, notMeasured, type Row, type Verdict } from './row.ts'
import { best, measureSearches, type Search } from './search-measure.ts'

/** Another search over the same works, on another thread or in another process than whoever asks, as ours is. */
type Rival = { name: string; about: string; search: Search; verdict: (isAhead: boolean) => Verdict }

const withMiniSearch = async <R>(file: string, work: (rival: Rival) => Promise<R>): Promise<R> => {
  const worker = new Worker(new URL('./mini-search-worker.ts', import.meta.url), { workerData: { file, best } })
  const [megabytes] = (await once(worker, 'message')) as [number]
  const search = async (text: string) => {
    const answered = once(worker, 'message')
    worker.postMessage(text)
    const [dois] = (await answered) as [string[]]
    return dois
  }
  const about = `MiniSearch 7.2.0 in a worker; its index takes ${megabytes.toFixed(0)} MB of memory`
  const result = await work({ name: 'MiniSearch', about, search, verdict: judge })
  await worker.terminate()
  return result
}

const withPostgres = async <R>(file: string, work: (rival: Rival) => Promise<R>): Promise<R | null> =>
  inNewDatabase(async ({ url }) => {
    const { search, close } = await openPostgresSearch(url, file, best)
    const about =
      'full text of PostgreSQL over its own connection: prefix of the last word, pg_trgm for words nobody has'
    const result = await work({ name: 'PostgreSQL', about, search, verdict: compare })
    await close()
    return result
  })

const names = (rival: string) => [
  `search against ${rival}, median`,
  `search against ${rival}, 99 of 100`,
  `recall@5 against ${rival}`,
]
const missing = (rival: string, why: string): Row[] => names(rival).map(name => notMeasured(name, '–', why))
const ms = (value: number): string => `${value.toFixed(2)} ms`
const share = (value: number): string => value.toFixed(4)

const rowsFor = async (
  { name, about, search, verdict }: Rival,
  mine: Search,
  queries: readonly Query[],
): Promise<Row[]> => {
  const { ours, theirs } = await measureSearches({ ours: mine, theirs: search }, queries, 1)
  const [median = '', slowest = '', recall = ''] = names(name)
  const note = `${about}; on the same works and ${queries.length} of the queries, query by query`
  return [
    { name: median, figure: ms(ours.p50), limit: ms(theirs.p50), verdict: verdict(ours.p50 <= theirs.p50), note },
    { name: slowest, figure: ms(ours.p99), limit: ms(theirs.p99), verdict: verdict(ours.p99 <= theirs.p99), note },
    {
      name: recall,
      figure: share(ours.recall),
      limit: share(theirs.recall),
      verdict: verdict(ours.recall >= theirs.recall),
      note: `with a typo ${share(ours.typos)} against ${share(theirs.typos)}`,
    },
  ]
}

/** Our search beside each of the others, over the works of this index. */
export const rivalRows = async (mine: Search, file: string, queries: readonly Query[]): Promise<Row[]> => {
  const work = (rival: Rival) => rowsFor(rival, mine, queries)
  return [
    ...(isInstalled('minisearch')
      ? await withMiniSearch(file, work)
      : missing('MiniSearch', notInstalled('MiniSearch'))),
    ...((await withPostgres(file, work)) ?? missing('PostgreSQL', noPostgres)),
  ]
}
