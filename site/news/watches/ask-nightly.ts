import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { KnownTables } from '../../paper/known/index.ts'
import { nextNight } from '../../paper/sources/index.ts'

type Tables = ActivityTables & Pick<KnownTables, 'updates_asked'> & OutboxTables

export type AskJobs = {
  /** Asks about the next watched papers, those behind this DOI, what OpenAlex and Crossref say of them now. */
  'watches.ask': { after: string }
}

/** So many papers are asked about in one step, and so many ms lie between two of them: far below what either service allows. */
const papersAtOnce = 25
const pause = 2_000
/** A paper that was asked about within so many ms, because somebody read its page, is left out. */
const recently = 12 * 3_600_000

const kind = 'watches.ask'

/** The next night's first question, at a minute of this site's own: not that of the sources that are asked as a whole. */
const untilNight = (origin: string, now: number): number => nextNight(now, `${origin} watched`) - now

/** Writes the first step of the next night down, unless it is already; a round that a stop broke off goes on where it was. */
export const planAsking = (db: Kysely<OutboxTables>, origin: string, now: number): Promise<void> =>
  runTransaction(db, tx =>
    enqueueJob(tx, { kind, key: kind, payload: { after: '' }, delay: untilNight(origin, now) }, now),
  )

/**
 * The nightly round over the papers that somebody watches: what Crossref's own list does not tell, and what OpenAlex says, is asked for paper
 * by paper. A step writes down the questions and the next step in one transaction, so that a round may die anywhere; the questions are
 * the jobs that refresh a page's facts, whose news those who watch are told.
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
