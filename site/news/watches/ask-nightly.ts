import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { KnownTables } from '../../paper/known/index.ts'
import { nextNight } from '../../paper/sources/index.ts'

type Tables = ActivityTables & Pick<KnownTables, 'updates_asked'> & OutboxTables

export type AskJobs = {
  /** Fetches OpenAlex and Crossref data for the next watched papers after this DOI. */
  'watches.ask': { after: string }
}

/** Papers per step, and delay between steps in ms: far below either service's rate limit. */
const papersAtOnce = 25
const pause = 2_000
/** Skips papers fetched within this period in ms, because their page was viewed. */
const recently = 12 * 3_600_000

const kind = 'watches.ask'

/** Time until the next night's run, at a minute specific to this site and different from the bulk sources'. */
const untilNight = (origin: string, now: number): number => nextNight(now, `${origin} watched`) - now

/** Writes the first step of the next night down, unless it is already; a round that a stop broke off goes on where it was. */
export const planAsking = (db: Kysely<OutboxTables>, origin: string, now: number): Promise<void> =>
  runTransaction(db, tx =>
    enqueueJob(tx, { kind, key: kind, payload: { after: '' }, delay: untilNight(origin, now) }, now),
  )

/**
 * Nightly sync of watched papers. Fetches paper by paper the data missing from Crossref's own list, and OpenAlex data. Each step stores its
 * requests and the next step in one transaction, so that a run survives crashes. The requests are the jobs that refresh a page's facts and
 * notify watchers.
 */
export const createAskJob =
  ({ db, origin, now }: { db: Kysely<Tables>; origin: string; now: () => number }) =>
  ({ after }: AskJobs['watches.ask']): Promise<void> =>
    runTransaction(db, async tx => {
      const at = now()
      const outbox = tx.$pickTables<keyof OutboxTables>()
      const papers = await tx
        .selectFrom('paper_interest as interest')
        .leftJoin('updates_asked as asked', 'asked.doi', 'interest.doi')
        .select('interest.doi')
        .where('watchers', '>', 0)
        .where('interest.doi', '>', after)
        .where(({ eb, or }) => or([eb('asked_at', 'is', null), eb('asked_at', '<=', at - recently)]))
        .orderBy('interest.doi')
        .limit(papersAtOnce)
        .execute()
      for (const [index, { doi }] of papers.entries())
        await enqueueJob(outbox, { kind: 'papers.refresh', key: doi, payload: { doi }, delay: index * pause }, at)
      const last = papers.length < papersAtOnce ? undefined : papers.at(-1)
      const [next, delay] = last === undefined ? ['', untilNight(origin, at)] : [last.doi, papersAtOnce * pause]
      await enqueueJob(outbox, { kind, key: kind, payload: { after: next }, delay }, at)
    })
