import { deleteInSteps, engineOf, onInsertCommitted, runTransaction } from '@corroborate/server-kit/database'
import type { Handlers, Outbox, OutboxTables } from '@corroborate/server-kit/outbox'
import { type Kysely, sql } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { type ActivityTables, settledAt } from '../../paper/activity/index.ts'
import type { WatchTables } from './tables.ts'
import { mostAttempts, type TellOptions, tellNext } from './tell.ts'
import { dueAt, nextSweep, readFrequencies, topicOf } from './topics.ts'

type SpreadTables = WatchTables & ActivityTables

/** Watchers notified per transaction, which takes a few milliseconds. */
const atOnce = 500

/**
 * Number of new rows after which PostgreSQL analyzes the table. Otherwise, for a minute or more, it estimates a nearly empty table and
 * scans it for every batch: with 50,000 rows 22 ms instead of 0.3.
 */
const many = 1_000

/**
 * Creates notifications of new activity for each watcher, with their due time. Each person gets each event once, across repeated runs,
 * crashes and machines.
 * @param signal stops it between two transactions
 */
export const spreadActivity = async (
  db: Kysely<SpreadTables>,
  now: () => number,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    const at = now()
    const thing = await db
      .selectFrom('activity')
      .select(['id', 'key', 'doi', 'kind', 'noted_at'])
      .where('spread', '=', 0)
      .where(settledAt(at))
      .orderBy('noted_at')
      .limit(1)
      .executeTakeFirst()
    if (thing === undefined) return
    const topic = topicOf(thing.kind)
    if (topic !== null) {
      let after = ''
      let noted = 0
      for (;;) {
        signal?.throwIfAborted()
        const last = await runTransaction(db, async tx => {
          const people = await tx
            .selectFrom('watches')
            .leftJoin('watchers', 'watchers.person', 'watches.person')
            .select(['watches.person', 'frequencies'])
            .where('watches.doi', '=', thing.doi)
            // Later watchers saw it on the page.
            .where('watches.since', '<=', thing.noted_at)
            .where('watches.person', '>', after)
            .orderBy('watches.person')
            .limit(atOnce)
            .execute()
          const news = people.map(({ person, frequencies }) => ({
            person,
            about: thing.key,
            topic,
            due_at: dueAt(readFrequencies(frequencies)[topic], at),
            mail: null,
            held_until: 0,
            told_at: null,
          }))
          if (news.length > 0)
            await tx
              .insertInto('news')
              .values(news)
              .onConflict(conflict =>
                conflict
                  .columns(['person', 'about'])
                  .doUpdateSet(now => ({ due_at: now.ref('excluded.due_at') }))
                  // Withdrawn before it was sent, and recurred.
                  .where('news.told_at', 'is', null)
                  .where('news.due_at', 'is', null),
              )
              .execute()
          noted += people.length
          return people.length < atOnce ? null : (people.at(-1)?.person ?? null)
        })
        if (last === null) break
        after = last
      }
      if (noted >= many && engineOf(db) === 'postgres') await sql`analyze news`.execute(db)
    }
    await db.updateTable('activity').set({ spread: 1 }).where('id', '=', thing.id).execute()
  }
}

/** Retention of sent notifications in ms: a year. An event withdrawn and repeated within it is not sent again. */
export const remembered = siteTables.news.ms

/**
 * Deletes expired notifications, and those that will never be sent: unwanted, withdrawn, or out of attempts.
 * @param now epoch ms
 * @param signal stops it between two transactions
 */
export const sweepNews = async (db: Kysely<WatchTables>, now: number, signal?: AbortSignal): Promise<void> => {
  const news = db.selectFrom('news').select(['person', 'about'])
  const toldLongAgo = news.where('told_at', '<=', now - remembered)
  // A worker sending the mail has yet to record its delivery.
  const never = news.where('told_at', 'is', null).where('due_at', 'is', null).where('held_until', '<=', now)
  // Whatever the age: during downtime of the site or mail server there are no attempts.
  const inVain = news
    .where('told_at', 'is', null)
    .where('due_at', 'is not', null)
    .where('attempts', '>=', mostAttempts)
    .where('held_until', '<=', now)
  for (const swept of [toldLongAgo, never, inVain])
    await deleteInSteps(
      db,
      (tx, most) =>
        tx
          .deleteFrom('news')
          .where(({ eb, refTuple }) =>
            eb(refTuple('person', 'about'), 'in', swept.limit(most).$asTuple('person', 'about')),
          )
          .executeTakeFirstOrThrow(),
      signal,
    )
}

export type WatchJobs = {
  /** Creates notifications of a paper's activity for its watchers. */
  'watches.spread': null
  /** Sends due notifications. */
  'watches.mail': null
  /** Deletes old notifications each night. */
  'watches.sweep': null
}

type Tables = WatchTables & ActivityTables & SignInTables & OutboxTables
type Planning = { db: Kysely<OutboxTables>; outbox: Pick<Outbox<WatchJobs>, 'enqueue'> }
type Schedule = Pick<Planning, 'outbox'> & { db: Kysely<Tables> }

/** Polling interval in ms. Activity of this process is processed at once. */
const period = 30_000
/** Maximum runtime of a mail job before it yields, in ms. */
const longestRun = 20_000

const plan = (schedule: Planning, kind: keyof WatchJobs, delay = 0): Promise<void> =>
  runTransaction(schedule.db, tx =>
    schedule.outbox.enqueue<OutboxTables>(tx, { kind, payload: null, key: kind, delay }),
  )

/** Writes the first look and the next sweep down, unless they are already; each plans the next. `now` in epoch ms. */
export const planWatching = async (schedule: Planning, now: number): Promise<void> => {
  await plan(schedule, 'watches.spread')
  await plan(schedule, 'watches.sweep', nextSweep(now) - now)
}

/** Looks at once when this process has listed something. */
export const spreadWhenListed = (schedule: Schedule, onError: (error: unknown) => void): void => {
  onInsertCommitted(schedule.db, 'activity', () => void plan(schedule, 'watches.spread').catch(onError))
}

/**
 * Sends due notifications within one job's runtime. Serialized within a process to keep the pace; a concurrent call joins the first.
 * @returns true if there are more
 * @throws if none of several mails could be sent, so that an unavailable mail server is left alone
 */
const createTellDue = (options: TellOptions) => {
  const { now } = options
  let telling = false
  let again = false
  const tellAll = async (signal: AbortSignal): Promise<boolean> => {
    const until = now() + longestRun
    let goesOn = true
    while (goesOn && now() < until && !signal.aborted) {
      again = false
      const { more, sent, unsent } = await tellNext(options, signal)
      if (unsent > 0 && sent === 0) throw new Error(`${unsent} emails could not be sent.`)
      goesOn = more || again
    }
    return goesOn
  }
  return async (signal: AbortSignal): Promise<boolean> => {
    again = telling
    if (telling) return false
    telling = true
    try {
      return await tellAll(signal)
    } finally {
      telling = false
    }
  }
}

/** Notifications are created by one job and sent by another, in steps that survive crashes. */
export const createWatchJobs = (
  schedule: Schedule,
  tell: Omit<TellOptions, 'db' | 'now'>,
  now: () => number,
): Required<Handlers<WatchJobs>> => {
  const db = schedule.db.$pickTables<keyof (WatchTables & ActivityTables & SignInTables)>()
  const tellDue = createTellDue({ ...tell, db, now })
  return {
    'watches.spread': async (_, { signal }) => {
      try {
        await spreadActivity(db.$pickTables<keyof (WatchTables & ActivityTables)>(), now, signal)
        const due = db.selectFrom('news').select('person').where('told_at', 'is', null).where('due_at', '<=', now())
        if ((await due.limit(1).executeTakeFirst()) !== undefined) await plan(schedule, 'watches.mail')
      } finally {
        await plan(schedule, 'watches.spread', period)
      }
    },
    'watches.sweep': async (_, { signal }) => {
      try {
        await sweepNews(db.$pickTables<keyof WatchTables>(), now(), signal)
      } finally {
        await plan(schedule, 'watches.sweep', nextSweep(now()) - now())
      }
    },
    'watches.mail': async (_, { signal }) => {
      if (await tellDue(signal)) await plan(schedule, 'watches.mail')
    },
  }
}
