import {
  mayReplace,
  type OnKnown,
  type PreparedWork,
  type PutCounts,
  sameFacts,
  valuesOf,
  type WorksSink,
  withGapsFilled,
} from '../works-index/index.ts'
import { type Ask, openAsk, type SearchPlace } from './ask.ts'
import { documentOf, idOf, rowOf, type WorkDocument } from './documents.ts'
import { makeFirstIndex, makeNewIndex, type Operation, requireIndex, writeBulk } from './indexes.ts'

/** Writes works into an OpenSearch index by our file's rules. */
type WriterThere = {
  put: (works: readonly PreparedWork[], onKnown: OnKnown) => Promise<PutCounts>
  /** Removes starter works that are not in `dois`. */
  removeStarterWorksExcept: (dois: ReadonlySet<string>) => Promise<number>
  count: () => Promise<number>
  meta: (key: string) => Promise<string | null>
  setMeta: (key: string, value: string) => Promise<void>
}

const mostStarters = 10_000

/** `target`: an alias of the index. */
const writerInto = (ask: Ask, target: string): WriterThere => {
  let order = Date.now() * 1_000

  const count = async () => {
    await ask.write({ method: 'POST', path: `/${target}/_refresh` })
    const { body } = await ask.write<{ count: number }>({ method: 'GET', path: `/${target}/_count` })
    return body.count
  }

  const readMeta = async (): Promise<Record<string, string>> => {
    const { body } = await ask.write<Record<string, { mappings: { _meta?: Record<string, string> } }>>({
      method: 'GET',
      path: `/${target}/_mapping`,
    })
    return Object.values(body)[0]?.mappings._meta ?? {}
  }

  const stored = async (dois: readonly string[]): Promise<Map<string, WorkDocument>> => {
    if (dois.length === 0) return new Map()
    const { body } = await ask.write<{ docs: { found: boolean; _source: WorkDocument }[] }>({
      method: 'POST',
      path: `/${target}/_mget`,
      body: { ids: dois.map(idOf) },
    })
    return new Map(body.docs.flatMap(({ found, _source }) => (found ? [[_source.doi, _source]] : [])))
  }

  return {
    async put(works, onKnown) {
      const fresh = works.map((work): [PreparedWork, WorkDocument] => [work, documentOf(work, order++)])
      const known = await writeBulk(
        ask,
        target,
        fresh.map(([, document]) => ({ kind: 'create', document })),
      )
      const counts: PutCounts = { added: works.length - known.length, changed: 0, same: 0, different: 0 }
      const isKnown = new Set(known)
      const before = await stored([...new Set(known.map(({ doi }) => doi))])
      const operations: Operation[] = []
      for (const [work, document] of fresh) {
        const there = before.get(work.doi)
        if (!isKnown.has(document) || there === undefined) continue
        const kept = changedBy(work, there, onKnown, counts)
        if (kept === null) continue
        const next = documentOf(kept, there.order)
        before.set(work.doi, next)
        operations.push({ kind: 'index', document: next })
      }
      await writeBulk(ask, target, operations)
      return counts
    },
    async removeStarterWorksExcept(dois) {
      await ask.write({ method: 'POST', path: `/${target}/_refresh` })
      const { body } = await ask.write<{ hits: { hits: { _source: { doi: string } }[] } }>({
        method: 'POST',
        path: `/${target}/_search`,
        querystring: { allow_partial_search_results: false },
        body: { size: mostStarters, query: { term: { source: 'starter' } }, _source: ['doi'] },
      })
      const gone = body.hits.hits.map(({ _source }) => _source.doi).filter(doi => !dois.has(doi))
      await writeBulk(
        ask,
        target,
        gone.map(doi => ({ kind: 'delete', doi })),
      )
      return gone.length
    },
    count,
    meta: async key => (await readMeta())[key] ?? null,
    async setMeta(key, value) {
      const meta = { ...(await readMeta()), [key]: value }
      await ask.write({ method: 'PUT', path: `/${target}/_mapping`, body: { _meta: meta } })
    },
  }
}

/** Returns the replacement of an existing work, or null if it stays. Counts the outcome. */
const changedBy = (
  work: PreparedWork,
  there: WorkDocument,
  onKnown: OnKnown,
  counts: PutCounts,
): PreparedWork | null => {
  const row = rowOf(there)
  const replaces = mayReplace(row.source, work.source, onKnown)
  if (sameFacts(row, valuesOf(work)) && (!replaces || row.source === work.source)) counts.same++
  else if (replaces) {
    counts.changed++
    return row.source === 'starter' ? withGapsFilled(work, row) : work
  } else counts.different++
  return null
}

/** Adapts the writer to an import. OpenSearch corrects typos from its own terms, so there is no vocabulary. */
export const sinkInto = ({ put }: Pick<WriterThere, 'put'>): WorksSink => ({
  put,
  vocabularyIsStale: () => false,
  vocabularyIsFarBehind: () => false,
  refreshVocabulary: () => {},
})

/**
 * Deployment of an import. `beside`: into a copy of the serving index, which it replaces when done. `fresh`: the same with an empty index.
 * `in-place`: into the serving index.
 */
export type ImportWay = 'beside' | 'fresh' | 'in-place'

type ImportThere = {
  sink: WorksSink
  count: () => Promise<number>
  /** Publishes the import. Until then readers see the old data, except with `in-place`. */
  serve: () => Promise<void>
  /** Discards the import without affecting the serving index. */
  abandon: () => Promise<void>
  close: () => Promise<void>
}

/** Begins an import into OpenSearch. */
export const beginImport = async (place: SearchPlace, way: ImportWay): Promise<ImportThere> => {
  const ask = openAsk(place)
  try {
    if (way === 'in-place') await requireIndex(ask, place.name)
    const made = way === 'in-place' ? null : await makeNewIndex(ask, place.name, { copy: way === 'beside' })
    const writer = writerInto(ask, made?.target ?? place.name)
    return {
      sink: sinkInto(writer),
      count: writer.count,
      serve: async () => made?.serve(),
      abandon: async () => made?.abandon(),
      close: ask.close,
    }
  } catch (error) {
    await ask.close()
    throw error
  }
}

/** The writer of the index that serves, which is made where there is none. */
export const openServingWriter = async (place: SearchPlace): Promise<WriterThere & { close: () => Promise<void> }> => {
  const ask = openAsk(place)
  try {
    await makeFirstIndex(ask, place.name)
    return { ...writerInto(ask, place.name), close: ask.close }
  } catch (error) {
    await ask.close()
    throw error
  }
}
