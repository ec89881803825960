import { listed, prepareQuery } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, parseDoi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { MyPart } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { Account, People } from '../../kit/people/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import type { ActivityKind, ActivityTables } from '../../paper/activity/index.ts'
import { formatDate, nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { PaperSummary, ReadSummaries } from '../../paper/papers/index.ts'
import type { DashboardPage } from './DashboardPage.tsx'
import type { DashboardModel, FeedModel, WatchedModel } from './dashboard-model.ts'
import { hasFeed, makeFeed, noteSeen, removeFeed } from './store.ts'
import type { WatchTables } from './tables.ts'

export const dashboardPage = definePage({
  name: 'dashboard',
  component: markup<typeof DashboardPage>('news/watches/DashboardPage.tsx'),
  head: (_: DashboardModel) => ({ title: 'Dashboard · Corroborate', meta: noIndex }),
  islands: 'news/watches/islands.tsx',
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 5_600,
  islandBudget: 3_500,
})

/** "on 5 June 2020": the event's own date, as exact as it is, else the day on which it happened. */
export const formatWhen = ({ at, date }: { at: number; date: string | null }): string =>
  formatDate({ date: date ?? dayOf(at), dateIsLatest: false }).trim()

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

type WatchedPapersTables = WatchTables & ActivityTables

/** Something that happened to a watched paper. */
export type Change = {
  kind: ActivityKind
  label: string
  byName: string
  /** See `NewActivity`. */
  at: number
  date: string | null
  path: string
  /** The person has not seen it yet. */
  isNew: boolean
}

type WatchedPaper = { doi: Doi; since: number; seenAt: number; changes: Change[] }

const pageLength = 100
const mostChanges = 5

/**
 * Reads a user's watched papers. The first page starts with papers that have updates, newest change first; the rest follow, last watched
 * first. `after`: the last paper of the previous page.
 */
export const watchedReader = (db: Kysely<WatchedPapersTables>) => {
  const readNew = prepareQuery(db, (person: string) =>
    db
      .selectFrom('watches')
      .innerJoin('activity', join =>
        join.onRef('activity.doi', '=', 'watches.doi').onRef('activity.noted_at', '>', 'watches.seen_at'),
      )
      .select(({ fn }) => ['watches.doi', 'watches.since', 'watches.seen_at', fn.max('noted_at').as('newest')])
      .where('watches.person', '=', person)
      .groupBy(['watches.doi', 'watches.since', 'watches.seen_at'])
      .orderBy('newest', 'desc')
      .limit(pageLength),
  )
  const readRest = prepareQuery(db, (person: string, since: number, doi: string) =>
    db
      .selectFrom('watches')
      .select(['doi', 'since', 'seen_at'])
      .where('person', '=', person)
      .where(where =>
        where.or([where('since', '<', since), where.and([where('since', '=', since), where('doi', '>', doi)])]),
      )
      .orderBy('since', 'desc')
      .orderBy('doi')
      .limit(pageLength + 1),
  )
  const readChanges = prepareQuery(db, (dois: string) =>
    db
      .selectFrom('activity')
      .select(['doi', 'kind', 'label', 'by_name', 'at', 'date', 'path', 'noted_at'])
      .where('doi', 'in', listed(db, dois))
      .orderBy('noted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageLength * mostChanges * 2),
  )

  return async (
    person: string,
    after: { since: number; doi: string } | null,
  ): Promise<{ papers: WatchedPaper[]; next: { since: number; doi: string } | null }> => {
    const fresh = after === null ? await readNew(person) : []
    const rest = await readRest(person, after?.since ?? Number.MAX_SAFE_INTEGER, after?.doi ?? '')
    const shown = new Set(fresh.map(({ doi }) => doi))
    const page = [...fresh, ...rest.slice(0, pageLength).filter(({ doi }) => !shown.has(doi))]
    const changes = Map.groupBy(await readChanges(JSON.stringify(page.map(({ doi }) => doi))), ({ doi }) => doi)
    const last = rest.length > pageLength ? rest[pageLength - 1] : undefined
    return {
      papers: page.map(({ doi, since, seen_at }) => ({
        doi: storedDoi(doi),
        since,
        seenAt: seen_at,
        changes: (changes.get(doi) ?? []).slice(0, mostChanges).map(change => ({
          kind: change.kind,
          label: change.label,
          byName: change.by_name,
          at: change.at,
          date: change.date,
          path: change.path,
          isNew: change.noted_at > seen_at,
        })),
      })),
      next: last === undefined ? null : { since: last.since, doi: last.doi },
    }
  }
}

type Tables = WatchTables & ActivityTables & SignInTables

export type DashboardOptions = {
  db: Kysely<Tables>
  people: Pick<People, 'account' | 'session'>
  pages: Pages
  summaries: ReadSummaries
  mine: (account: Account) => Promise<MyPart[]>
  limits: Pick<Limits<'watch'>, 'require'>
  origin: string
  now: () => number
}

/** Epoch ms: a number, or its digits from a form. */
const seenBody = z.object({
  up_to: z
    .union([z.number().int().nonnegative(), z.string().regex(/^\d{1,15}$/)], {
      error: 'say up to when, in milliseconds',
    })
    .transform(Number),
})
const feedBody = z.object({ action: z.enum(['make', 'remove'], { error: 'must be "make" or "remove"' }) })

/** Routes of the dashboard: watched papers with their changes, and the user's other activity. */
export const createDashboardCalls = (options: DashboardOptions) => {
  const { db, people, pages, summaries, mine, limits, origin, now } = options
  const readWatched = watchedReader(db)

  /** Renders a private, uncacheable page. Redirects signed-out users to the login. */
  const page = async (c: HttpContext): Promise<Response> => {
    if (people.session(c) === 'nobody' && wantsPage(c)) return c.redirect(paths.login(paths.dashboard), 303)
    return show(c, people.account(c), null)
  }

  const show = async (c: HttpContext, account: Account, address: string | null): Promise<Response> => {
    const cursor = readCursor(c.req.query('after'))
    const unwatched = parseDoi(c.req.query('unwatched') ?? '')
    const seenUpTo = now()
    const [{ papers, next }, parts, exists] = await Promise.all([
      readWatched(account.key, cursor),
      cursor === null ? mine(account) : [],
      hasFeed(db, account.key),
    ])
    const dois = [...papers, ...parts.flatMap(part => part.items)].flatMap(({ doi }) => doi ?? [])
    const known = await summaries([...new Set([...dois, ...(unwatched === null ? [] : [unwatched])])])
    const titleOf = (doi: Doi): string => known.get(doi)?.title ?? doi
    const isBack = unwatched !== null && papers.every(({ doi }) => doi !== unwatched)
    const model: DashboardModel = {
      watched: papers.map(paper => watchedModel(paper, known.get(paper.doi) ?? null)),
      more: next === null ? null : `${paths.dashboard}?${new URLSearchParams({ after: `${next.since}:${next.doi}` })}`,
      seenUpTo,
      hasNew: papers.some(({ changes }) => changes.some(({ isNew }) => isNew)),
      unwatched: isBack ? { doi: unwatched, title: titleOf(unwatched) } : null,
      parts: parts.map(({ title, items }) => ({
        title,
        items: items.map(({ at, doi, title, ...item }) => ({
          ...item,
          title: title ?? titleOf(doi),
          when: formatDay(at),
        })),
      })),
      feed: { exists, address } satisfies FeedModel,
    }
    return pages.show(c, dashboardPage, model)
  }

  const seen = async (c: HttpContext): Promise<Response> => {
    const account = people.account(c)
    const { up_to } = await readBody(c, seenBody)
    await limits.require('watch', account.key)
    await noteSeen(db, account.key, Math.min(up_to, now()))
    return isFormPost(c) && wantsPage(c) ? c.redirect(paths.dashboard, 303) : c.json({ status: 'seen' })
  }

  /** Makes the person's feed an address, in place of the one it had, or takes it away. The address is shown this once. */
  const feed = async (c: HttpContext): Promise<Response> => {
    const account = people.account(c)
    const { action } = await readBody(c, feedBody)
    await limits.require('watch', account.key)
    const secret = action === 'make' ? await makeFeed(db, account) : await removeFeed(db, account.key)
    const address = secret === null ? null : `${origin}${paths.personalFeed(secret)}`
    c.header('Cache-Control', 'no-store')
    if (!isFormPost(c) || !wantsPage(c)) return c.json({ address })
    return address === null ? c.redirect(`${paths.dashboard}#feed`, 303) : show(c, account, address)
  }

  return { page, seen, feed }
}

const readCursor = (given: string | undefined): { since: number; doi: string } | null => {
  if (given === undefined) return null
  const [, since = '', doi = ''] = /^(\d{1,15}):(.+)$/.exec(given) ?? []
  if (since === '') throw new HttpProblem(400, 'Page not found. Open your dashboard again.')
  return { since: Number(since), doi }
}

const watchedModel = ({ doi, since, seenAt, changes }: WatchedPaper, summary: PaperSummary | null): WatchedModel => {
  const mark = statusMark(summary?.status ?? nothingKnown)
  const quietSince = `no changes since ${formatDay(Math.max(since, seenAt))}`
  return {
    doi,
    title: summary?.title ?? doi,
    path: paths.paper(doi),
    watch: paths.watch(doi),
    status: mark,
    changes: changes.map(({ label, byName, path, isNew, ...when }) => ({
      words: `${label} ${formatWhen(when)}`,
      by: byName,
      path,
      isNew,
    })),
    quiet: mark === null ? `${quietSince.charAt(0).toUpperCase()}${quietSince.slice(1)}` : quietSince,
  }
}
