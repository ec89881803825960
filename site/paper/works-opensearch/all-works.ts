import type { Ask } from './ask.ts'
import { rowFields, type WorkDocument } from './documents.ts'

const page = 2_000
const keepAlive = '5m'

/** All works of an index as they are at one moment, some thousand at a time, in the order in which they are kept. */
export async function* readAllWorks(
  ask: Ask,
  index: string,
  fields: readonly string[] | true = rowFields,
): AsyncGenerator<WorkDocument[]> {
  const opened = await ask.write<{ pit_id: string }>({
    method: 'POST',
    path: `/${index}/_search/point_in_time`,
    querystring: { keep_alive: keepAlive },
  })
  const id = opened.body.pit_id
  try {
    let after: unknown[] | undefined
    for (;;) {
      const { body } = await ask.write<{
        timed_out: boolean
        _shards: { failed: number }
        hits: { hits: { _source: WorkDocument; sort: unknown[] }[] }
      }>({
        method: 'POST',
        path: '/_search',
        querystring: { allow_partial_search_results: false },
        body: {
          size: page,
          pit: { id, keep_alive: keepAlive },
          sort: ['_shard_doc'],
          track_total_hits: false,
          _source: fields,
          ...(after && { search_after: after }),
        },
      })
      if (body.timed_out || body._shards.failed > 0) throw new Error('OpenSearch returned partial results.')
      if (body.hits.hits.length === 0) return
      yield body.hits.hits.map(({ _source }) => _source)
      after = body.hits.hits.at(-1)?.sort
    }
  } finally {
    await ask.write({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } })
  }
}
