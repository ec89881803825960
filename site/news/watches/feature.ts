import { randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import {
  addressOf,
  cookieNamed,
  type HttpContext,
  HttpProblem,
  isFormPost,
  readBody,
  wantsPage,
} from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { localeOf } from '@corroborate/wire/locales'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Kysely, NotNull } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { type Doi, paths, sameOriginPath } from '../../kit/doi/index.ts'
import { defineFeature, type PaperSection } from '../../kit/feature/index.ts'
import type { DoiHandler } from '../../kit/http/index.ts'
import { markup } from '../../kit/page/define-page.ts'
import type { Account, People } from '../../kit/people/index.ts'
import { isoTime } from '../../kit/times/times.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { KnownTables } from '../../paper/known/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { type AskJobs, createAskJob } from './ask-nightly.ts'
import { createDashboardCalls, dashboardPage } from './dashboard.ts'
import { createWatchJobs, spreadWhenListed, type WatchJobs } from './jobs.ts'
import { createMailSettingsCalls, mailSettingsPage, unsubscribePage } from './mail-settings-page.ts'
import { deleteWatcher, mostWatched, unwatch, watchAs, watchReader } from './store.ts'
import { newsAttemptsMigration, newsSweepMigration, type WatchTables, watchMigration } from './tables.ts'
import { readFrequencies } from './topics.ts'
import type { WatchButton, WatchProps } from './WatchButton.tsx'

type WatchCallsTables = WatchTables & ActivityTables & SignInTables

export type WatchCallsOptions = {
  db: Kysely<WatchCallsTables>
  people: Pick<People, 'account' | 'session'>
  limits: Pick<Limits<'watch'>, 'require'>
  origin: string
  now: () => number
}

/** Forms cannot send DELETE, so the body has the action and the return path. */
const body = z.object({
  action: z.enum(['watch', 'unwatch'], { error: 'must be "watch" or "unwatch"' }).default('watch'),
  redirect_url: z.string().max(2_048).optional(),
})

/** Maximum time to log in before the pending watch expires, in seconds. */
const wishAge = 60 * 60

/** `__Host-` binds the cookie to this very host over TLS. */
const wishName = (secure: boolean): string => (secure ? '__Host-watch-wish' : 'watch_wish')

/**
 * `POST /{doi}/watch` watches, `DELETE /{doi}/watch` stops (SPEC §7); both return `{status}` and are idempotent. A form redirects back. A
 * signed-out form leads to the login and then to `GET /{doi}/watch`, which performs the action from the form's cookie, so that a mere link
 * cannot.
 */
const createWatchCalls = ({ db, people, limits, origin, now }: WatchCallsOptions) => {
  const secure = origin.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'Lax', secure, path: '/' } as const

  const begin = async (c: HttpContext, doi: Doi, account: Account): Promise<void> => {
    await limits.require('watch', { address: addressOf(c) })
    await limits.require('watch', account.key)
    const locale = localeOf(c.req.header('Accept-Language'))
    const done = await watchAs(db, account, { doi, locale, now: now() })
    if (!done)
      throw new HttpProblem(
        409,
        `You’ve reached the limit of ${groupedNumber(mostWatched)} watched papers. Unwatch one first.`,
      )
  }

  const end = async (c: HttpContext, doi: Doi, account: Account): Promise<void> => {
    await limits.require('watch', { address: addressOf(c) })
    await limits.require('watch', account.key)
    await runTransaction(db, tx => unwatch(tx.$pickTables<keyof (WatchTables & ActivityTables)>(), account.key, doi))
  }

  const post: DoiHandler = async (c, doi) => {
    const { action, redirect_url } = await readBody(c, body)
    c.header('Cache-Control', 'no-store')
    const isForm = isFormPost(c) && wantsPage(c)
    if (isForm && action === 'watch' && people.session(c) === 'nobody') {
      // Binds the cookie to the login started here.
      const wish = randomUUID()
      setCookie(c, wishName(secure), `${wish} ${doi}`, { ...cookie, maxAge: wishAge })
      return c.redirect(paths.login(`${paths.watch(doi)}?${new URLSearchParams({ wish })}`), 303)
    }
    const account = people.account(c)
    await (action === 'watch' ? begin : end)(c, doi, account)
    if (!isForm) return c.json({ status: action === 'watch' ? 'watching' : 'not-watching' })
    const back = sameOriginPath(redirect_url, origin) ?? paths.paper(doi)
    return c.redirect(action === 'unwatch' && back === paths.dashboard ? unwatched(doi) : `${back}#watch`, 303)
  }

  const remove: DoiHandler = async (c, doi) => {
    await end(c, doi, people.account(c))
    c.header('Cache-Control', 'no-store')
    return c.json({ status: 'not-watching' })
  }

  /** Return URL of the login for a pending watch; redirects anyone else to the paper. */
  const get: DoiHandler = async (c, doi) => {
    c.header('Cache-Control', 'no-store')
    const account = people.session(c)
    const wish = c.req.query('wish')
    if (wish && readWish(c.req.header('Cookie'), secure) === `${wish} ${doi}` && typeof account !== 'string') {
      deleteCookie(c, wishName(secure), cookie)
      await begin(c, doi, account)
    }
    return c.redirect(`${paths.paper(doi)}#watch`, 303)
  }

  return { GET: get, POST: post, DELETE: remove }
}

const unwatched = (doi: Doi): string => `${paths.dashboard}?${new URLSearchParams({ unwatched: doi })}`

const readWish = (header: string | undefined, secure: boolean): string | null => {
  try {
    return decodeURIComponent(cookieNamed(header, wishName(secure)) ?? '')
  } catch {
    return null
  }
}

/** All that is kept of a watcher, for their own copy. */
export const exportWatches = async (
  db: Kysely<WatchTables & ActivityTables>,
  person: string,
): Promise<{ watched: object[]; mails: object | null; told: object[] }> => {
  const [watched, settings, told] = await Promise.all([
    db
      .selectFrom('watches')
      .select(['doi', 'since', 'seen_at'])
      .where('person', '=', person)
      .orderBy('since')
      .execute(),
    db.selectFrom('watchers').selectAll().where('person', '=', person).executeTakeFirst(),
    db
      .selectFrom('news')
      .innerJoin('activity', 'activity.key', 'news.about')
      .select(['activity.doi', 'activity.label', 'news.told_at'])
      .where('person', '=', person)
      .where('news.told_at', 'is not', null)
      .$narrowType<{ told_at: NotNull }>()
      .orderBy('news.told_at')
      .execute(),
  ])
  return {
    watched: watched.map(({ doi, since, seen_at }) => ({ doi, since: isoTime(since), seen: isoTime(seen_at) })),
    mails:
      settings === undefined
        ? null
        : {
            language: settings.locale,
            ...readFrequencies(settings.frequencies),
            feed: settings.feed === null ? 'none' : 'has a secret address',
          },
    told: told.map(({ doi, label, told_at }) => ({ doi, what: label, at: isoTime(told_at) })),
  }
}

type Tables = WatchTables & ActivityTables & SignInTables & KnownTables & OutboxTables

const limits = {
  /** Watching, unwatching and settings: of an address, and of an account. */
  watch: { points: 120, perSeconds: 10 * 60 },
  /** Mail clients of many users may share an IP address. */
  unsubscribe: { points: 300, perSeconds: 10 * 60 },
} as const

/** The watch button, filled in. */
const section: PaperSection<Tables, WatchProps> = {
  name: 'watch',
  place: 'side',
  personal: true,
  component: markup<typeof WatchButton>('news/watches/WatchButton.tsx'),
  reader: db => {
    const read = watchReader(db.$pickTables<keyof (WatchTables & ActivityTables)>())
    return async (doi, person) => {
      return {
        doi,
        watch: paths.watch(doi),
        login: paths.login(paths.paper(doi)),
        reader: person?.signedIn ? person.id : null,
        ...(await read(doi, person?.signedIn ? person.key : null)),
      }
    }
  },
}

/** Watching papers: the button, the dashboard and notifications. */
export const watchesFeature = defineFeature<Tables, WatchJobs & AskJobs, WithPapers>()({
  migrations: [watchMigration, newsSweepMigration, newsAttemptsMigration],
  limits,
  pages: [dashboardPage, mailSettingsPage, unsubscribePage],
  paperSection: section,
  // Watching requires an account.
  moveToAccount: null,
  deleteAccount: (tx, account) =>
    deleteWatcher(tx.$pickTables<keyof (WatchTables & ActivityTables)>(), account.key, account.upTo),
  // Watched papers are the dashboard itself.
  exportOf: (db, account) => exportWatches(db.$pickTables<keyof (WatchTables & ActivityTables)>(), account.key),
  open: ({ settings, db, outbox, people, papers, pages, mailer, secrets, limits, mine, logger, now }) => {
    const { origin } = settings.site
    const schedule = { db, outbox }
    spreadWhenListed(schedule, error => logger.error({ err: error }, 'what is new could not be spread'))
    const calls = createWatchCalls({ db, people, limits, origin, now })
    const dashboard = createDashboardCalls({
      db,
      people,
      pages,
      summaries: papers.summaries,
      mine,
      limits,
      origin,
      now,
    })
    const mails = createMailSettingsCalls({
      db: db.$pickTables<keyof (WatchTables & SignInTables)>(),
      people,
      pages,
      limits,
      secrets,
    })
    return {
      jobs: {
        ...createWatchJobs(schedule, { mailer, summaries: papers.summaries, secrets, origin }, now),
        'watches.ask': createAskJob({ db, origin, now }),
      },
      routes: {
        [paths.dashboard]: { GET: dashboard.page },
        [paths.dashboardSeen]: { POST: dashboard.seen },
        [paths.watchFeed]: { POST: dashboard.feed },
        [paths.mailSettings]: { GET: mails.page, POST: mails.save },
        [paths.unsubscribe()]: { GET: mails.ask, POST: mails.unsubscribe },
      },
      paperRoutes: { watch: calls },
    }
  },
})
