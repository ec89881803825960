import type { Query } from './corpus.ts'
import { median, quantile, shuffled } from './statistics.ts'

/** Number of top hits in which a paper counts as found. */
export const best = 5

/** Returns the matching DOIs, best first. */
export type Search = (text: string) => Promise<readonly string[]>

/** Milliseconds from asking to having the answer, of each query and of all, and the share of queries that found their paper. */
export type Measured = {
  times: number[]
  p50: number
  p99: number
  recall: number
  typos: number
  /** The share of each kind of query, whether the goal is about it or not. */
  byKind: ReadonlyMap<string, number>
}

/**
 * Every query in turn, as one reader types them, put to each search, in another order each time, so that a busy moment of the machine hits all alike.
 * Times are the median of some rounds for each query.
 */
export const measureSearches = async <Name extends string>(
  searches: Record<Name, Search>,
  queries: readonly Query[],
  rounds: number,
): Promise<Record<Name, Measured>> => {
  const names = Object.keys(searches) as Name[]
  const tries = new Map(names.map(name => [name, queries.map((): number[] => [])]))
  const found = new Map(names.map(name => [name, queries.map(() => false)]))
  for (let round = 0; round < rounds; round++) {
    for (const [i, { text, doi }] of queries.entries()) {
      for (const name of shuffled(names)) {
        const started = performance.now()
        const hits = await searches[name](text)
        tries.get(name)?.[i]?.push(performance.now() - started)
        found.get(name)?.splice(i, 1, hits.slice(0, best).includes(doi))
      }
    }
  }
  const measured = names.map(name => {
    const times = (tries.get(name) ?? []).map(median)
    const share = (isWanted: (query: Query) => boolean): number => {
      const chosen = queries.flatMap((query, i) => (isWanted(query) ? [found.get(name)?.[i] === true] : []))
      return chosen.length === 0 ? 0 : chosen.filter(Boolean).length / chosen.length
    }
    const recall = share(query => query.counts)
    const typos = share(query => query.kind === 'typo')
    const kinds = [...new Set(queries.map(({ kind }) => kind))]
    const byKind = new Map(kinds.map(kind => [kind, share(query => query.kind === kind)]))
    const each: Measured = { times, p50: median(times), p99: quantile(times, 0.99), recall, typos, byKind }
    return [name, each] as const
  })
  return Object.fromEntries(measured) as Record<Name, Measured>
}
