import { addressOf, type HttpContext, HttpProblem, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { paths } from '../../../kit/doi/index.ts'
import type { Pages } from '../../../kit/http/index.ts'
import type { Account, People } from '../../../kit/people/index.ts'
import { accountPage } from '../pages/index.ts'
import { type BrowserSession, clientOf } from './browser-session.ts'
import type { IdentityProvider } from './provider/index.ts'

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
