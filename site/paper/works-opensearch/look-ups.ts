import { messageOf } from '@corroborate/server-kit/error-message'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { foldWords, titleStart, type Work, type WorkRow, type WorksReader, workOfRow } from '../works-index/index.ts'
import type { Ask } from './ask.ts'
import { idOf, rowOf, type WorkDocument } from './documents.ts'
import { type Search, searchMany } from './msearch.ts'

type LookUps = Omit<WorksReader, 'count' | 'close'>

/** So many works are looked at for each start of a title, and of those that go on. */
const mostStarted = 50
const startsTogether = 200
const hitsTogether = 2_000
/** Maximum number of dependent lookup rounds: a paper, its notice, the notice's paper. */
const mostRounds = 8
const patience = 2_000

/** Results so far, by query. */
type Found = {
  works: Map<string, Work | null>
  starts: Map<string, Work[]>
  goingOn: Map<string, Work[]>
  pmids: Map<string, Doi | null>
}

/** Queries without a result yet. */
type Missing = Record<keyof Found, Set<string>>

const nothingMissing = (): Missing => ({ works: new Set(), starts: new Set(), goingOn: new Set(), pmids: new Set() })

/**
 * Runs a synchronous function of lookups. Missing data is first reported as absent, then fetched with one request per kind, and the
 * function reruns until it needs nothing new, so that its result is based on OpenSearch's data. While OpenSearch is unavailable, DOI
 * lookups are `unavailable`, as with an unreadable file, and others find nothing.
 */
export const lookUpIn =
  (ask: Ask, name: string, onNotice: (sentence: string) => void = () => {}) =>
  async <Answer>(question: (works: LookUps) => Answer): Promise<Answer> => {
    const found: Found = { works: new Map(), starts: new Map(), goingOn: new Map(), pmids: new Map() }
    for (let round = 0; round < mostRounds; round++) {
      const missing = nothingMissing()
      const answer = question(lookUpsAmong(found, missing, 'not-found'))
      if (Object.values(missing).every(({ size }) => size === 0)) return answer
      try {
        await fetchMissing(ask, name, missing, found)
      } catch (error) {
        onNotice(`Works could not be looked up: ${messageOf(error)}`)
        return question(lookUpsAmong(found, nothingMissing(), 'unavailable'))
      }
    }
    return question(lookUpsAmong(found, nothingMissing(), 'unavailable'))
  }

const lookUpsAmong = (found: Found, missing: Missing, otherwise: 'not-found' | 'unavailable'): LookUps => {
  const get = <Kind extends keyof Found, Value>(
    kind: Kind,
    values: Map<string, Value>,
    key: string,
  ): Value | undefined => {
    const value = values.get(key)
    if (value === undefined) missing[kind].add(key)
    return value
  }
  const started = (start: string): Work[] => get('starts', found.starts, start) ?? []
  return {
    findWork(doi) {
      const work = get('works', found.works, doi)
      if (work === undefined) return { kind: otherwise }
      return work === null ? { kind: 'not-found' } : { kind: 'found', work }
    },
    findWorks: dois =>
      new Map(
        [...new Set(dois)].flatMap((doi): [Doi, Work][] => {
          const work = get('works', found.works, doi) ?? null
          return work === null ? [] : [[doi, work]]
        }),
      ),
    findPmids: pmids =>
      new Map(
        pmids.flatMap((pmid): [string, Doi][] => {
          const doi = get('pmids', found.pmids, pmid) ?? null
          return doi === null ? [] : [[pmid, doi]]
        }),
      ),
    findTitled(titles) {
      const wanted = titles.map(foldWords).filter(words => words.length > 0)
      const folded = new Set(wanted.map(words => words.join(' ')))
      const works = [...new Set(wanted.map(titleStart))].flatMap(started)
      return works.filter(work => folded.has(foldWords(work.title ?? '').join(' ')))
    },
    findStarting: (starts, most) =>
      starts.flatMap(start =>
        started(start)
          .slice(0, most)
          .map(work => ({ start, work })),
      ),
    findGoingOn: (beginning, most) => (get('goingOn', found.goingOn, beginning) ?? []).slice(0, most),
    startsKnown: starts => new Set(starts.filter(start => started(start).length > 0)),
  }
}

const fetchMissing = async (ask: Ask, name: string, missing: Missing, found: Found): Promise<void> => {
  await Promise.all([
    fetchWorks(ask, name, [...missing.works], found.works),
    fetchStarts(ask, name, [...missing.starts], found.starts),
    fetchGoingOn(ask, name, [...missing.goingOn], found.goingOn),
    fetchPmids(ask, name, [...missing.pmids], found.pmids),
  ])
}

const fetchWorks = async (ask: Ask, name: string, dois: readonly string[], found: Found['works']): Promise<void> => {
  if (dois.length === 0) return
  const { docs } = await ask.read<{ docs: { found?: boolean; error?: object; _source: WorkDocument }[] }>(
    { method: 'POST', path: `/${name}/_mget`, body: { ids: dois.map(idOf) } },
    patience,
  )
  for (const [n, doi] of dois.entries()) {
    const doc = docs[n]
    if (doc === undefined || doc.error !== undefined) throw new Error('a part of the works did not answer')
    found.set(doi, doc.found === true ? workOfRow(rowOf(doc._source)) : null)
  }
}

/** Many starts in one search; where those have too many works for it, each by itself. */
const fetchStarts = async (
  ask: Ask,
  name: string,
  starts: readonly string[],
  found: Found['starts'],
): Promise<void> => {
  for (let from = 0; from < starts.length; from += startsTogether) {
    const some = starts.slice(from, from + startsTogether)
    const wanted = new Set(some)
    const [all] = await searchMany(ask, name, [{ size: hitsTogether, query: { terms: { start: some } } }], patience)
    const rows = all?.rows ?? []
    if (rows.length === hitsTogether && some.length > 1) {
      const each = await searchMany(ask, name, some.map(startSearch), patience)
      for (const [n, start] of some.entries()) found.set(start, (each[n]?.rows ?? []).map(workOfRow))
      continue
    }
    for (const start of some) found.set(start, [])
    for (const row of oldestFirst(rows)) {
      const start = titleStart(foldWords(row.title ?? ''))
      const works = wanted.has(start) ? found.get(start) : undefined
      if (works !== undefined && works.length < mostStarted) works.push(workOfRow(row))
    }
  }
}

const startSearch = (start: string): Search => ({ size: mostStarted, query: { term: { start } } })

const oldestFirst = (rows: readonly WorkRow[]): WorkRow[] => rows.toSorted((a, b) => a.id - b.id)

const fetchGoingOn = async (
  ask: Ask,
  name: string,
  beginnings: readonly string[],
  found: Found['goingOn'],
): Promise<void> => {
  const searches = beginnings.map(start => ({
    size: mostStarted,
    sort: [{ rank: 'asc' }],
    query: { prefix: { start } },
  }))
  const answers = await searchMany(ask, name, searches, patience)
  for (const [n, beginning] of beginnings.entries()) found.set(beginning, (answers[n]?.rows ?? []).map(workOfRow))
}

const fetchPmids = async (ask: Ask, name: string, pmids: readonly string[], found: Found['pmids']): Promise<void> => {
  if (pmids.length === 0) return
  const numbers = pmids.map(Number).filter(Number.isSafeInteger)
  const [answer] = await searchMany(ask, name, [{ size: hitsTogether, query: { terms: { pmid: numbers } } }], patience)
  const byNumber = new Map((answer?.rows ?? []).map(({ pmid, doi }) => [pmid, storedDoi(doi)]))
  for (const pmid of pmids) found.set(pmid, byNumber.get(Number(pmid)) ?? null)
}
