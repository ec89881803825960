import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, parseDoi, paths } from '../../kit/doi/index.ts'
import type { MyPart } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { Account, People } from '../../kit/people/index.ts'
import { dayInWords } from '../../kit/times/times.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { PaperSummary, ReadSummaries } from '../../paper/papers/index.ts'
import type { DashboardModel, FeedModel, WatchedModel } from './dashboard-model.ts'
import { dashboardPage } from './dashboard-page.ts'
import { hasFeed, makeFeed, removeFeed } from './feed-secret.ts'
import { whenInWords } from './in-words.ts'
import { noteSeen } from './store.ts'
import type { WatchTables } from './tables.ts'
import { type WatchedPaper, watchedReader } from './watched-papers.ts'

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
          when: dayInWords(at),
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
  const quietSince = `no changes since ${dayInWords(Math.max(since, seenAt))}`
  return {
    doi,
    title: summary?.title ?? doi,
    path: paths.paper(doi),
    watch: paths.watch(doi),
    status: mark,
    changes: changes.map(({ label, byName, path, isNew, ...when }) => ({
      words: `${label} ${whenInWords(when)}`,
      by: byName,
      path,
      isNew,
    })),
    quiet: mark === null ? `${quietSince.charAt(0).toUpperCase()}${quietSince.slice(1)}` : quietSince,
  }
}
