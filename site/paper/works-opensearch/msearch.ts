import type { WorkRow } from '../works-index/index.ts'
import { type Ask, NotAnswered } from './ask.ts'
import { rowFields, rowOf, type WorkDocument } from './documents.ts'

/** The body of one search. */
export type Search = object

type Answer = {
  status?: number
  error?: { type?: string; reason?: string }
  timed_out?: boolean
  _shards?: { failed: number }
  hits?: { total?: { value: number }; hits: { _source: WorkDocument }[] }
  aggregations?: Record<string, { buckets: Record<string, { doc_count: number }> }>
}

/** Result of a search: rows and, if counted, the number of works and the count of each filter of `words`. */
type Found = { rows: WorkRow[]; total: number; counts: ReadonlyMap<string, number> }

/**
 * Runs several searches in one request. Partial results are rejected, because fewer hits would look complete.
 * @throws NotAnswered
 */
export const searchMany = async (
  ask: Ask,
  name: string,
  searches: readonly Search[],
  patience: number,
): Promise<Found[]> => {
  if (searches.length === 0) return []
  const lines = searches.flatMap(search => [
    { allow_partial_search_results: false },
    { timeout: `${patience}ms`, _source: rowFields, track_total_hits: false, ...search },
  ])
  const { responses } = await ask.read<{ responses: Answer[] }>(
    { method: 'POST', path: `/${name}/_msearch`, lines },
    patience,
  )
  return responses.map(foundIn)
}

const foundIn = ({ status = 200, error, timed_out, _shards, hits, aggregations }: Answer): Found => {
  if (error !== undefined || hits === undefined)
    throw new NotAnswered(status === 429 ? 'busy' : 'broken', `OpenSearch could not search: ${error?.reason ?? status}`)
  if (timed_out === true || (_shards?.failed ?? 0) > 0)
    throw new NotAnswered('broken', 'OpenSearch returned partial results.')
  const buckets = aggregations?.words?.buckets ?? {}
  return {
    rows: hits.hits.map(({ _source }) => rowOf(_source)),
    total: hits.total?.value ?? 0,
    counts: new Map(Object.entries(buckets).map(([key, { doc_count }]) => [key, doc_count])),
  }
}
