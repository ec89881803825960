import { onInsertCommitted, runTransaction } from '@corroborate/server-kit/database'
import type { Handlers, Outbox, OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { spreadActivity } from './spread.ts'
import { sweepNews } from './sweep.ts'
import type { WatchTables } from './tables.ts'
import { type TellOptions, tellNext } from './tell.ts'
import { nextSweep } from './topics.ts'

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
