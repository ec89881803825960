import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type Handlers, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { CouldNotAsk, nextNight, type Web } from '../sources/index.ts'
import { type AmongOurs, learnIds, learnWhoCites } from './ask-open-alex.ts'
import { hasListedFalls, listFalls } from './list-falls.ts'
import type { CitationTables } from './tables.ts'

/** A step of the nightly sync: flagged papers, their OpenAlex IDs, their citations. */
export type CitationStep =
  /** `first`: this is the first run, whose findings are not news. */
  | { step: 'falls'; after: string; first: boolean | null }
  /** `left`: so many requests of OpenAlex may be made this night. */
  | { step: 'ids'; left: number }
  | { step: 'citing'; left: number }

export type CitationJobs = { 'citations.step': CitationStep }

type Tables = CitationTables & OutboxTables

/**
 * Maximum requests per night. A list costs a tenth of a cent per thousand requests at OpenAlex; the remaining queue waits for the next
 * night.
 */
const mostRequests = 300
/** Requests reserved for citations, so that many retractions in a night don't block them. */
const leastForCiting = 100
/** Delay between requests in ms: a hundredth of OpenAlex's rate limit. */
const pause = 1_000
/** Delay in ms after the bulk sources, which bring the night's retractions. */
const afterSources = 2 * 3_600_000
/** Retry delay while OpenAlex is unavailable, in ms. */
const later = 3_600_000

const kind = 'citations.step'

const begin: CitationStep = { step: 'falls', after: '', first: null }

const write = (db: Kysely<OutboxTables>, payload: CitationStep, delay: number, now: number): Promise<void> =>
  enqueueJob(db, { kind, key: kind, payload, delay }, now)

const untilNight = (origin: string, now: number): number => nextNight(now - afterSources, origin) + afterSources - now

/** Writes the first step of the next night down, unless one waits already; a round that a stop broke off goes on where it was. */
export const planCitations = (db: Kysely<OutboxTables>, origin: string, now: number): Promise<void> =>
  runTransaction(db, tx => write(tx, begin, untilNight(origin, now), now))

export type CitationJobOptions = {
  db: Kysely<Tables>
  /** Null disables OpenAlex: flagged papers are listed without fetching citations. */
  openAlex: { url: string; apiKey: string | undefined } | null
  web: Web
  origin: string
  ours: AmongOurs
  /** Called with the reason if OpenAlex is unavailable. */
  onFailure: (sentence: string) => void
}

/**
 * Nightly sync. Each step stores its result and the next step in one transaction, so that a run survives crashes and continues on any
 * machine.
 */
export const createCitationJobs = (options: CitationJobOptions): Required<Handlers<CitationJobs>> => ({
  'citations.step': async (step, { signal }) => {
    const { db, web, origin } = options
    if (step.step === 'falls') return listStep(options, step)
    if (options.openAlex === null) return write(db, begin, untilNight(origin, web.now()), web.now())
    try {
      await askStep({ ...options, openAlex: options.openAlex }, step, signal)
    } catch (error) {
      if (!(error instanceof CouldNotAsk)) throw error
      options.onFailure(error.message)
      const delay = Math.min(Math.max(later, error.retryAfter ?? 0), untilNight(origin, web.now()))
      await write(db, step, delay, web.now())
    }
  },
})

const listStep = async (
  { db, web, origin, openAlex }: CitationJobOptions,
  { after, first }: Extract<CitationStep, { step: 'falls' }>,
): Promise<void> => {
  const now = web.now()
  await runTransaction(db, async tx => {
    const citations = tx.$pickTables<keyof CitationTables>()
    const outbox = tx.$pickTables<'outbox'>()
    const isFirst = first ?? !(await hasListedFalls(citations))
    const next = await listFalls(citations, after, isFirst ? 0 : now)
    if (next !== null) await write(outbox, { step: 'falls', after: next, first: isFirst }, 0, now)
    else if (openAlex === null) await write(outbox, begin, untilNight(origin, now), now)
    else await write(outbox, { step: 'ids', left: mostRequests }, 0, now)
  })
}

const askStep = async (
  { db, web, origin, openAlex, ours }: CitationJobOptions & { openAlex: NonNullable<CitationJobOptions['openAlex']> },
  { step, left }: Exclude<CitationStep, { step: 'falls' }>,
  signal: AbortSignal,
): Promise<void> => {
  const now = web.now()
  const following = (more: boolean): [CitationStep, number] => {
    if (step === 'ids')
      return more && left - 1 > leastForCiting
        ? [{ step: 'ids', left: left - 1 }, pause]
        : [{ step: 'citing', left: left - 1 }, pause]
    return more && left > 1 ? [{ step: 'citing', left: left - 1 }, pause] : [begin, untilNight(origin, now)]
  }
  const parts = {
    db,
    openAlex: { ...openAlex, web, signal },
    next: (tx: Kysely<OutboxTables>, more: boolean) => write(tx, ...following(more), now),
  }
  await (step === 'ids' ? learnIds(parts) : learnWhoCites({ ...parts, ours }))
}
