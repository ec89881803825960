import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  type KnownSource,
  type KnownTables,
  learnNotices,
  readCrossrefWork,
  type SourceTables,
} from '../known/index.ts'
import { ask, bodyOf, CouldNotAsk, type Web } from './ask.ts'

/** Date range of a Crossref listing, inclusive: ISO 8601. */
type Window = { from: string; until: string }

/** The first day of which Crossref's records may be; before that it had none. */
const firstDay = '2000-01-01'
/** Longest window, in days: a listing of a few thousand records. */
const longest = 31

/**
 * Returns the next date range after everything up to `doneThrough`. Overlaps by two days, because records appear some time after their
 * deposit.
 */
export const nextWindow = (doneThrough: string | null, today: string): Window => {
  const from = doneThrough === null ? firstDay : addDays(doneThrough < today ? doneThrough : today, -1)
  const until = addDays(from, longest)
  return { from, until: until < today ? until : today }
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Lease of a run, in ms, after which another may take its source. */
export const lease = 60_000

/** Another run has taken the source. */
export class LostHold extends Error {
  override name = 'LostHold'
}

type Db = Kysely<SourceTables>
type Hold = { source: KnownSource; holder: string; now: number }

/** Acquires a source's lease for a run. False if another run holds it. */
export const takeSource = async (db: Db, { source, holder, now }: Hold): Promise<boolean> => {
  await db
    .insertInto('known_sources')
    .values({ source, held_until: 0 })
    .onConflict(conflict => conflict.column('source').doNothing())
    .execute()
  const taken = await db
    .updateTable('known_sources')
    .set({ holder, held_until: now + lease })
    .where('source', '=', source)
    .where('held_until', '<=', now)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/**
 * Extends a lease in the transaction that writes the run's data, with its progress.
 * @throws LostHold if another run holds the source, so that nothing is written
 */
export const prolongHold = async (tx: Db, { source, holder, now }: Hold, progress?: object): Promise<void> => {
  const kept = await tx
    .updateTable('known_sources')
    .set({ held_until: now + lease, ...(progress !== undefined && { progress: JSON.stringify(progress) }) })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (kept.numUpdatedRows === 0n) throw new LostHold('Another run is syncing this source.')
}

/** Releases a source's lease, with a summary of the run. */
export const letGo = async (db: Db, { source, holder }: Hold, did: string | null): Promise<void> => {
  await db
    .updateTable('known_sources')
    .set(did === null ? { holder: null, held_until: 0 } : { holder: null, held_until: 0, did })
    .where('source', '=', source)
    .where('holder', '=', holder)
    .execute()
}

/** Returns the progress of the last run; an empty object at first. */
export const readProgress = async (db: Db, source: KnownSource): Promise<Record<string, unknown>> => {
  const row = await db.selectFrom('known_sources').select('progress').where('source', '=', source).executeTakeFirst()
  return JSON.parse(row?.progress ?? '{}')
}

export type SyncRun = {
  db: Kysely<KnownTables & SourceTables>
  /** Names this run among all that may hold the source. */
  holder: string
  web: Web
  signal: AbortSignal
}

/** Result of a run: new or changed rows, deleted rows, unreadable records, and the sync date. */
export type SyncResult = {
  changed: number
  removed: number
  unreadable: number
  reachesTo: string | null
  unchanged: boolean
}

const rows = 500
/** Crossref forgets a cursor after five minutes. */
const cursorLasts = 4 * 60_000
/** Default pause between pages if Crossref gives no rate limit, in ms. */
const usualPause = 1_000

const pageSchema = z.object({
  status: z.literal('ok'),
  message: z.object({ items: z.array(z.unknown()), 'next-cursor': z.string().nullish() }),
})

const progressSchema = z
  .object({
    doneThrough: z.string().nullable(),
    window: z.object({ from: z.string(), until: z.string(), cursor: z.string(), at: z.number() }).nullable(),
  })
  .catch({ doneThrough: null, window: null })

/**
 * Fetches all notices deposited or changed in Crossref since the last run, page by page. Writes rows and cursor in one transaction, so that
 * a crashed run resumes. Deletes updates that a notice no longer asserts.
 */
export const syncCrossref = async (
  { db, holder, web, signal }: SyncRun,
  { url, mailto }: { url: string; mailto: string | undefined },
): Promise<SyncResult> => {
  const sources = db.$pickTables<keyof SourceTables>()
  const result: SyncResult = { changed: 0, removed: 0, unreadable: 0, reachesTo: null, unchanged: false }
  const today = new Date(web.now()).toISOString().slice(0, 10)
  let { doneThrough, window: begun } = progressSchema.parse(await readProgress(sources, 'crossref'))

  for (;;) {
    const window = begun ?? { ...nextWindow(doneThrough, today), cursor: '*', at: web.now() }
    let cursor: string | null = web.now() - window.at < cursorLasts ? window.cursor : '*'
    begun = null
    while (cursor !== null) {
      const page = await askForPage({ web, signal, url, mailto, window, cursor })
      const next: string | null = page.next
      doneThrough = next === null ? window.until : doneThrough
      const { from, until } = window
      const progress = { doneThrough, window: next === null ? null : { from, until, cursor: next, at: web.now() } }
      const saved = await runTransaction(db, async tx => {
        await prolongHold(
          tx.$pickTables<keyof SourceTables>(),
          { source: 'crossref', holder, now: web.now() },
          progress,
        )
        return learnNotices(tx.$pickTables<keyof KnownTables>(), page.notices, web.now())
      })
      result.changed += saved.changed
      result.removed += saved.removed
      result.unreadable += page.unreadable
      cursor = next
      if (next !== null || until < today) await web.wait(page.pause, signal)
    }
    if (doneThrough === today) return { ...result, reachesTo: today }
  }
}

type PageQuestion = {
  web: Web
  signal: AbortSignal
  url: string
  mailto: string | undefined
  window: Window
  cursor: string
}

const askForPage = ({ web, signal, url, mailto, window, cursor }: PageQuestion) => {
  const target = new URL(`${url}/works`)
  const { searchParams: query } = target
  query.set('filter', `is-update:true,from-update-date:${window.from},until-update-date:${window.until}`)
  query.set('select', 'DOI,title,update-to')
  query.set('rows', String(rows))
  query.set('cursor', cursor)
  if (mailto !== undefined) query.set('mailto', mailto)
  return ask(web, {
    url: target,
    headers: { accept: 'application/json' },
    signal,
    async read(response) {
      const body = await bodyOf(response)
      if (response.status !== 200) throw new CouldNotAsk(`It returned error ${response.status}.`)
      const page = pageSchema.safeParse(jsonOf(body)).data
      if (page === undefined) throw new CouldNotAsk('It returned an unexpected response.')
      const { items } = page.message
      const notices = items.map(readCrossrefWork).filter(work => work !== null)
      const isLast = items.length < rows || page.message['next-cursor'] == null
      return {
        notices,
        unreadable: items.length - notices.length,
        next: isLast ? null : (page.message['next-cursor'] ?? null),
        pause: pauseAfter(response.headers),
      }
    },
  })
}

/** Half as often as Crossref allows: `x-rate-limit-limit` requests in `x-rate-limit-interval` ("1s"). */
const pauseAfter = (headers: Headers): number => {
  const limit = Number(headers.get('x-rate-limit-limit') ?? '')
  const [, seconds = ''] = /^(\d+)s$/.exec(headers.get('x-rate-limit-interval') ?? '') ?? []
  return limit > 0 && seconds !== '' ? Math.ceil((2 * Number(seconds) * 1000) / limit) : usualPause
}

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
