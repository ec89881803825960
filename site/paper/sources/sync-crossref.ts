import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type KnownTables, learnNotices, readCrossrefWork, type SourceTables } from '../known/index.ts'
import { ask, bodyOf, CouldNotAsk, type Web } from './ask.ts'
import { nextWindow, type Window } from './crossref-window.ts'
import { prolongHold, readProgress } from './hold.ts'

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
