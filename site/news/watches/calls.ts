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
import { localeOf } from '@corroborate/wire/locales'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { type Doi, paths, sameOriginPath } from '../../kit/doi/index.ts'
import type { DoiHandler } from '../../kit/http/index.ts'
import type { Account, People } from '../../kit/people/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { mostWatched, unwatch } from './store.ts'
import type { WatchTables } from './tables.ts'
import { watchAs } from './watch-as.ts'

type Tables = WatchTables & ActivityTables & SignInTables

export type WatchCallsOptions = {
  db: Kysely<Tables>
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
export const createWatchCalls = ({ db, people, limits, origin, now }: WatchCallsOptions) => {
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
