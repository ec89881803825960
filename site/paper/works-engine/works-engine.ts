import type { SearchPool, WorksReader } from '../works-index/index.ts'

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
