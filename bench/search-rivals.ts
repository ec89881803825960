import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Query } from './corpus.ts'
import { inNewDatabase, noPostgres } from './in-new-database.ts'
import { openPostgresSearch } from './postgres-search.ts'
import { isInstalled, notInstalled } from './rivals.ts'
import { beside, notMeasured, orWhyNot, type Row } from './row.ts'
import { best, measureSearches, type Search } from './search-measure.ts'
import { ratioOfMedians } from './statistics.ts'

/** A rival search over the same works. Like ours, it runs in a different thread or process than the caller. */
type Rival = { name: string; about: string; search: Search }

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
  const result = await work({ name: 'MiniSearch', about, search })
  await worker.terminate()
  return result
}

const withPostgres = async <R>(file: string, work: (rival: Rival) => Promise<R>): Promise<R | null> =>
  inNewDatabase(async ({ url }) => {
    const { search, close } = await openPostgresSearch(url, file, best)
    const about =
      'full text of PostgreSQL over its own connection: prefix of the last word, pg_trgm for words nobody has'
    const result = await work({ name: 'PostgreSQL', about, search })
    await close()
    return result
  })

const ms = (value: number): string => `${value.toFixed(2)} ms`
const share = (value: number): string => value.toFixed(4)
const nameOf = (rival: string) => `search beside ${rival}, median`

const rowFor = async ({ name, about, search }: Rival, mine: Search, queries: readonly Query[]): Promise<Row> => {
  const { ours, theirs } = await measureSearches({ ours: mine, theirs: search }, queries, 1)
  const found = `recall@5 ${share(ours.recall)} against ${share(theirs.recall)}, with a typo ${share(ours.typos)} against ${share(theirs.typos)}`
  return beside(nameOf(name), ratioOfMedians(ours.times, theirs.times), {
    better: 'less',
    note: `${ms(ours.p50)} against ${ms(theirs.p50)}, 99 of 100 within ${ms(ours.p99)} against ${ms(theirs.p99)}; ${found}; ${about}; on the same works and ${queries.length} of the queries, query by query`,
  })
}

/** Our search beside each of the others, over the works of this index. */
export const rivalRows = async (mine: Search, file: string, queries: readonly Query[]): Promise<Row[]> => {
  const work = async (rival: Rival) => [await rowFor(rival, mine, queries)]
  const [miniSearch, postgres] = [nameOf('MiniSearch'), nameOf('PostgreSQL')]
  return [
    ...(isInstalled('minisearch')
      ? await orWhyNot(miniSearch, () => withMiniSearch(file, work))
      : [notMeasured(miniSearch, notInstalled('MiniSearch'))]),
    ...(await orWhyNot(postgres, async () => {
      return (await withPostgres(file, work)) ?? [notMeasured(postgres, noPostgres)]
    })),
  ]
}
