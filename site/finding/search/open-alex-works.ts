import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { OutsideService } from '../../kit/outside/index.ts'
import { type PaperFacts, readOpenAlexWork } from '../../paper/papers/index.ts'
import type { SearchTables } from './answer-cache.ts'

/** Dependencies of OpenAlex requests. */
export type OpenAlexOptions = {
  service: OutsideService
  /** Base address, without a slash at its end. */
  url: string
  apiKey: string | undefined
  db: Kysely<SearchTables>
  /** Stores the facts of found papers, so that a selected paper's page opens without another request. */
  learn: (facts: readonly PaperFacts[]) => Promise<void>
  now: () => number
}

/** Timeout of OpenAlex in ms, since a reader is typing. */
export const patience = 2_500

const listForm = z.object({ results: z.array(z.unknown()) })

/** The works of a list in parsed JSON; null when it is no list. */
export const listIn = (json: unknown): unknown[] | null => listForm.safeParse(json).data?.results ?? null

/** The facts of those works that have a DOI. */
export const factsOfWorks = (works: readonly unknown[], now: number): PaperFacts[] =>
  works.map(work => readOpenAlexWork(work, now)).filter(facts => facts !== null)
