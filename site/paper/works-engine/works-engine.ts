import type { SearchPool, WorksReader } from '../works-index/index.ts'

/** What may be looked up in the works, by a function that does nothing else. */
type WorksLookUps = Omit<WorksReader, 'count' | 'close'>

/** What the site asks of the works that it holds, wherever they are. Nothing of it rejects but `check`. */
export type WorksEngine = {
  /** The works that answer a query best, at most `limit`. */
  search: SearchPool['search']
  /**
   * Runs a function that looks works up, and gives what it gives. It has no effects, and is done with them when it returns: it may run
   * several times, until all that it asks is at hand.
   */
  lookUp: <Answer>(ask: (works: WorksLookUps) => Answer) => Promise<Answer>
  /** How many there are; null when nobody can say. */
  count: () => Promise<number | null>
  /** Rejects, saying why, while they cannot be read. */
  check: () => Promise<void>
  close: () => Promise<void>
}
