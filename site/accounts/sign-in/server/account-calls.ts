import { addressOf, type HttpContext, HttpProblem, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { logoutMark } from '@corroborate/wire/idp'
import { z } from 'zod'
import { paths, sameOriginPath } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import { actingForHeader } from '../../../kit/page/acting-for.ts'
import type { Account, People } from '../../../kit/people/index.ts'
import { accountPage, consentPage, loginPage } from '../pages/pages.ts'
import { arrivalOf } from './arrival.ts'
import { arrivalHeaders, keepSecret, unavailable } from './asked.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import type { IdentityProvider } from './provider/index.ts'

type ConfirmAddressOptions = {
  /** The site's own. */
  origin: string
  provider: Pick<IdentityProvider, 'sendConfirmation'>
  people: Pick<People, 'session'>
  limits: Pick<Limits<'signInMail'>, 'require'>
  pages: Pick<Pages, 'show'>
}

const body = z.object({ redirect_url: z.string().max(2_048).optional() })

/** `POST /confirm-address`: resends the confirmation mail of the user's account, if it is unconfirmed. */
export const createConfirmAddressCall =
  ({ origin, provider, people, limits, pages }: ConfirmAddressOptions) =>
  async (c: HttpContext): Promise<Response> => {
    const redirect = sameOriginPath((await readBody(c, body)).redirect_url, origin) ?? '/'
    c.header('Cache-Control', 'no-store')
    const account = people.session(c)
    if (account === 'unsure') throw silent()
    if (account === 'nobody' || account.proved || account.email === null) return c.redirect(redirect, 303)
    await limits.require('signInMail', { address: addressOf(c) })
    const { email } = account
    const answer = await provider.sendConfirmation({ email, landing: `${origin}${paths.authenticate}` }, clientOf(c))
    if (answer.kind === 'unavailable') throw silent()
    if (answer.kind === 'refused') throw new HttpProblem(answer.status === 429 ? 429 : 503, answer.message)
    return pages.show(c, loginPage, { kind: 'confirming', email, redirect }, 200)
  }

const silent = (): HttpProblem =>
  new HttpProblem(503, 'We couldn’t send the email. Try again in a minute.', { retryAfter: 5 })

/** Authorization request as a form. The provider validates it. */
const asked = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/**
 * `/oauth/authorize`: consent and logout page for third-party applications. It is identical for all users of each purpose and does nothing
 * on prefetch, which would complete an authorization without consent.
 */
export const createConsentCalls = ({ pages }: { pages: Pick<Pages, 'show'> }) => ({
  page: (c: HttpContext): Response => {
    keepSecret(c)
    if (arrivalOf(arrivalHeaders(c)) === 'ahead') return c.body(null, 503)
    const isLogout =
      c.req.query('post_logout_redirect_uri') !== undefined || c.req.query(logoutMark.name) === logoutMark.value
    const title = isLogout ? 'Log out' : 'Log in to another application'
    const answer = pages.show(c, consentPage, { title })
    // Not cacheable: the query contains what another application knows about a user.
    answer.headers.set('Cache-Control', 'no-store')
    answer.headers.set('Referrer-Policy', 'no-referrer')
    return answer
  },

  /** A request that comes as a form (OpenID Connect Core, section 3.1.2.1), of which nothing is done: it leads to the page. */
  byForm: async (c: HttpContext): Promise<Response> => {
    keepSecret(c)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(await readBody(c, asked))) {
      for (const one of [value].flat()) query.append(name, one)
    }
    return c.redirect(`${paths.consent}?${query}`, 303)
  },
})

/**
 * `POST /authenticate/session`: returns the session of the cookie to a page's script. A browser may lose script storage but keep the
 * cookie: Safari clears it after a week, and a tab may close before its script has read the login news. Restricted to scripts of pages
 * rendered for this account, identified by a header that no other site can send.
 */
export const createOwnSessionCall =
  ({ browser }: { browser: Pick<BrowserSession, 'of'> }) =>
  (c: HttpContext): Response => {
    keepSecret(c)
    if (c.req.header(actingForHeader) === undefined) throw new HttpProblem(403, 'Cross-site requests are not allowed.')
    const found = browser.of(c)
    if (found.kind === 'unsure') throw unavailable()
    if (found.kind !== 'account') throw new HttpProblem(401, 'Please log in again.')
    return c.json({ session_token: found.session.token, user_id: found.account.id })
  }

type AccountOptions = {
  origin: string
  people: Pick<People, 'account' | 'session'>
  pages: Pages
  browser: Pick<BrowserSession, 'of'>
  provider: Pick<IdentityProvider, 'exportAccount'>
  exportAccount: (account: Account) => Promise<Record<string, unknown>>
  limits: Pick<Limits<'export'>, 'require'>
  now: () => number
}

/** `/account` and the data export. Both are personal and never cached. */
export const createAccountCalls = (options: AccountOptions) => {
  const { origin, people, pages, browser, provider, exportAccount, limits, now } = options

  const toLogin = (c: HttpContext): Response | null =>
    people.session(c) === 'nobody' && wantsPage(c) ? c.redirect(paths.login(paths.account), 303) : null

  const page = async (c: HttpContext): Promise<Response> => {
    const elsewhere = toLogin(c)
    if (elsewhere !== null) return elsewhere
    people.account(c)
    const answer = pages.show(c, accountPage, {})
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }

  /** Returns all stored data of the account, from site and provider, as one file. */
  const download = async (c: HttpContext): Promise<Response> => {
    const elsewhere = toLogin(c)
    if (elsewhere !== null) return elsewhere
    const account = people.account(c)
    if (c.req.header('Sec-Fetch-Site') === 'cross-site')
      throw new HttpProblem(403, 'Open your account page to download your data.')
    await limits.require('export', account.key)
    await limits.require('export', { address: addressOf(c) })
    const recognised = browser.of(c)
    if (recognised.kind !== 'account') throw new HttpProblem(401, 'Please log in again.')
    const provided = await provider.exportAccount(recognised.session.token, clientOf(c))
    if (provided.kind === 'refused') throw new HttpProblem(provided.status === 429 ? 429 : 401, provided.message)
    if (provided.kind === 'unavailable')
      throw new HttpProblem(503, 'The login service is not responding, so your data couldn’t be retrieved. Try again.')
    const data = {
      site: origin,
      made: new Date(now()).toISOString(),
      ...(await exportAccount(account)),
      sign_in: provided.account,
    }
    return c.body(JSON.stringify(data, null, 2), 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="corroborate.json"',
      'Cache-Control': 'no-store',
    })
  }

  return { page, download }
}
