import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Doi } from '../../kit/doi/index.ts'
import type { FactsAnswer, FetchedUpdates, StoredAnswer } from './facts-store.ts'
import type { FetchMetadata } from './open-alex.ts'
import type { Kept } from './refresh.ts'

export type FactsSources = {
  /** Our database: the last answer from outside. */
  stored: (doi: Doi) => Promise<StoredAnswer | null>
  /** The local index. */
  local: (doi: Doi) => FactsAnswer | Promise<FactsAnswer>
  /** External services in query order; empty if all are disabled. */
  outside: readonly FetchMetadata[]
  /** Stores a response; the metadata is null if all services report the DOI as unknown, other fields if none gave them. */
  save: (doi: Doi, told: Kept) => Promise<void>
  /** Schedules a background refresh of papers with old or incomplete data. */
  refreshLater: (doi: Doi) => void
  /** Counts an external lookup against the client address's rate limit, and returns whether it is allowed. */
  mayAskOutside: (address: string) => Promise<MayAsk>
  now: () => number
}

export type MayAsk = { kind: 'allowed' } | { kind: 'refused'; retryAfterSeconds: number }

export type FindFacts = {
  /**
   * Finds metadata in local data, else in external services, for a client address. A failing service or an exceeded rate limit gives
   * `unavailable`, never an exception.
   */
  find: (doi: Doi, address: string) => Promise<FactsAnswer>
  /** The same from our own sources only. */
  findNear: (doi: Doi) => Promise<FactsAnswer>
}

const day = 86_400_000
const foundIsFreshFor = 30 * day
const notFoundIsFreshFor = day

/** Timeout of each service on a paper's first view, in ms: with two services 2.4 s in all. */
const patience = 1200

/** Looks for a paper's facts in our database, the local index, then OpenAlex and Crossref (docs/decisions/13). */
export const createFindFacts = ({
  stored,
  local,
  outside,
  save,
  refreshLater,
  mayAskOutside,
  now,
}: FactsSources): FindFacts => {
  const lookUps = createSingleFlight<Doi, FactsAnswer>()

  /** Result from local data; `asked` is true if external services have already reported it as unknown. */
  async function near(doi: Doi): Promise<{ answer: FactsAnswer; asked: boolean; refresh: boolean }> {
    const before = await stored(doi)
    const fresh =
      before !== null && now() - before.fetchedAt < (before.kind === 'found' ? foundIsFreshFor : notFoundIsFreshFor)
    // Data from a list lacks the details shown on a page.
    if (before?.kind === 'found')
      return { answer: before, asked: true, refresh: !fresh || before.facts.details === null }
    const answer = await local(doi)
    const asked = before !== null
    return { answer, asked, refresh: (answer.kind === 'found' || asked) && !fresh }
  }

  async function askOutside(doi: Doi): Promise<FactsAnswer> {
    let silent: readonly string[] | null = null
    let told: FetchedUpdates | null = null
    for (const ask of outside) {
      const answer = await ask(doi, patience)
      if (answer.kind === 'found') {
        await save(doi, {
          facts: answer.facts,
          updates: answer.updates ?? null,
          versions: answer.versions === undefined ? [] : [answer.versions],
          references: answer.references === undefined ? [] : [answer.references],
        })
        // The metadata source may not be the one with retractions.
        if (answer.updates === undefined) refreshLater(doi)
        return answer
      }
      if (answer.kind === 'unavailable') silent = [...(silent ?? []), ...(answer.silent ?? [])]
      if (answer.kind === 'not-found') told ??= answer.updates ?? null
    }
    if (silent !== null) return { kind: 'unavailable', silent }
    await save(doi, { facts: null, updates: told, versions: [], references: [] })
    return { kind: 'not-found' }
  }

  return {
    async find(doi, address) {
      const { answer, asked, refresh } = await near(doi)
      if (refresh && outside.length > 0) refreshLater(doi)
      if (answer.kind === 'found' || asked || outside.length === 0) return answer
      if (lookUps.pending(doi) === undefined) {
        const may = await mayAskOutside(address)
        if (may.kind === 'refused') return { kind: 'unavailable', retryAfter: may.retryAfterSeconds }
      }
      const told = await lookUps.run(doi, () => askOutside(doi))
      // "Not found" elsewhere does not cover an unreadable index.
      return told.kind === 'not-found' ? answer : told
    },
    findNear: async doi => (await near(doi)).answer,
  }
}
