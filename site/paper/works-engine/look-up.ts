import { openWorksReader, type SearchPool, type WorksReader } from '../works-index/index.ts'
import { openWorksThere, type SearchPlace } from '../works-opensearch/index.ts'

/** Lookups available to a pure function. */
type WorksLookUps = Omit<WorksReader, 'count' | 'close'>

/** Interface of the works index, wherever it is stored. Only `check` may reject. */
export type WorksEngine = {
  /** The works that answer a query best, at most `limit`. */
  search: SearchPool['search']
  /**
   * Runs a function of lookups and returns its result. It must be pure and synchronous, since it may run several times until all its data
   * is fetched.
   */
  lookUp: <Answer>(ask: (works: WorksLookUps) => Answer) => Promise<Answer>
  /** Number of works; null if unknown. */
  count: () => Promise<number | null>
  /** Rejects, saying why, while they cannot be read. */
  check: () => Promise<void>
  close: () => Promise<void>
}

/** Location of the works; plain data, so that it can be posted to a thread. */
export type WorksPlace = { kind: 'file'; file: string } | { kind: 'opensearch'; place: SearchPlace }

/** Opens the look-ups of works alone, for a thread that does not search. */
export const openLookUps = (
  place: WorksPlace,
  { onNotice }: { onNotice: (sentence: string) => void },
): Pick<WorksEngine, 'lookUp'> => {
  if (place.kind === 'opensearch') return openWorksThere(place.place, { onNotice })
  const reader = openWorksReader(place.file, { onNotice })
  return { lookUp: async ask => ask(reader) }
}
