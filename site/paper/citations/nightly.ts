import { listed, runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type Handlers, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { watchedAmong } from '../activity/index.ts'
import { CouldNotAsk, nextNight, type Web } from '../sources/index.ts'
import { keepReferences } from './keep-references.ts'
import { hasListedFalls, listFalls } from './list-falls.ts'
import { batchForOneRequest, fetchCitingPapers, fetchOpenAlexIds, type OpenAlexLists } from './open-alex-lists.ts'
import type { CitationTables } from './tables.ts'

/** Number of flagged papers considered for one ID request. */
const candidates = 50
/** Retry delay for papers missing in OpenAlex, in ms. */
const askedAgainAfter = 30 * 86_400_000

/** Returns those of the papers with local metadata; only their references are stored. */
export type AmongOurs = (dois: readonly Doi[]) => Promise<ReadonlySet<Doi>>

/** Schedules the next step in the transaction that stores this one's result. `more`: this kind of step has more to do. */
type WriteNext = (tx: Kysely<OutboxTables>, more: boolean) => Promise<void>

type StepOptions = { db: Kysely<CitationTables & OutboxTables>; openAlex: OpenAlexLists; next: WriteNext }

/**
 * Fetches OpenAlex IDs of the next flagged papers without one, most recent first. One request, two if a list is rejected.
 * @throws CouldNotAsk if OpenAlex is unavailable: nothing is stored or marked as missing
 */
const learnIds = async ({ db, openAlex, next }: StepOptions): Promise<void> => {
  const now = openAlex.web.now()
  const rows = await db
    .selectFrom('fallen_papers')
    .select('doi')
    .where('openalex_id', 'is', null)
    .where(where => where.or([where('id_asked_at', 'is', null), where('id_asked_at', '<=', now - askedAgainAfter)]))
    .orderBy('fell_on', 'desc')
    .orderBy('doi')
    .limit(candidates)
    .execute()
  const dois = batchForOneRequest(rows.map(({ doi }) => storedDoi(doi)))
  const { works, asked } = await fetchOpenAlexIds(openAlex, dois)
  await runTransaction(db, async tx => {
    for (const { doi, id, title } of works)
      await tx.updateTable('fallen_papers').set({ openalex_id: id, title }).where('doi', '=', doi).execute()
    await tx
      .updateTable('fallen_papers')
      .set({ id_asked_at: now })
      .where('doi', 'in', listed(tx, JSON.stringify(asked)))
      .execute()
    await next(tx.$pickTables<'outbox'>(), asked.length > 0)
  })
}

/**
 * Fetches one page of the works citing the next flagged paper and stores those among our papers. Stores them and the progress in one
 * transaction, so that it survives crashes. One request.
 * @throws CouldNotAsk if OpenAlex is unavailable: the paper is retried
 */
const learnWhoCites = async ({ db, openAlex, next, ours }: StepOptions & { ours: AmongOurs }): Promise<void> => {
  const fallen = await db
    .selectFrom('fallen_papers')
    .select(['doi', 'openalex_id', 'cursor'])
    .where('citing_asked_at', 'is', null)
    .where('openalex_id', 'is not', null)
    .orderBy('fell_on', 'desc')
    .orderBy('doi')
    .limit(1)
    .executeTakeFirst()
  if (fallen === undefined || fallen.openalex_id === null)
    return runTransaction(db, tx => next(tx.$pickTables<'outbox'>(), false))
  const page = await fetchCitingPapers(openAlex, fallen.openalex_id, fallen.cursor)
  const dois = page.citing.map(({ doi }) => doi)
  const [known, watched] = await Promise.all([ours(dois), watchedAmong(db, dois)])
  const cited = storedDoi(fallen.doi)
  const references = page.citing
    .filter(({ doi }) => known.has(doi) || watched.has(doi))
    .map(({ doi, published }) => ({ citing: doi, cited, source: 'openalex' as const, published }))
  const now = openAlex.web.now()
  await runTransaction(db, async tx => {
    await keepReferences(tx.$pickTables<keyof CitationTables>(), references, now)
    await tx
      .updateTable('fallen_papers')
      .set({ cursor: page.next, citing_asked_at: page.next === null ? now : null })
      .where('doi', '=', fallen.doi)
      .execute()
    await next(tx.$pickTables<'outbox'>(), true)
  })
}

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
