import type { HttpEnv } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { matchDoiPath, paths, rawRequestTarget } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { People } from '../../kit/people/index.ts'
import { bountyOf, type Fund } from '../ledger/index.ts'
import { type ContributionTables, findBySession } from './store.ts'
import { whatCame, whatCameOfCancelling } from './what-came.ts'

type ComeBackOptions = {
  db: Kysely<ContributionTables>
  people: Pick<People, 'known' | 'visitor'>
  pages: Pick<Pages, 'tell'>
}

/**
 * Shows the payment's outcome above the page of the paper or pool after the checkout, from our records without querying Stripe. Shown only
 * to the account or browser that started the payment; anyone else with the URL gets the plain page.
 */
export const createComeBack =
  ({ db, people, pages }: ComeBackOptions): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const session = c.req.query('session_id')
    const wasCancelled = c.req.query('contribution') === 'cancelled'
    if (c.req.method !== 'GET' || (session === undefined && !wasCancelled)) return next()
    const here = fundOf(c.req.path, rawRequestTarget(c.req.url, c.env?.incoming?.url))
    if (here === null) return next()
    if (wasCancelled) pages.tell(c, whatCameOfCancelling)
    const known = session === undefined ? null : await findBySession(db, session.slice(0, 300))
    const giver =
      known === null ? undefined : [people.known(c), people.visitor(c)].find(each => each?.key === known.giver)
    if (session !== undefined && giver === undefined) return c.redirect(pathWithout(c.req.url), 303)
    if (known !== null) pages.tell(c, whatCame(known, here))
    return next()
  }

const fundOf = (path: string, target: string): Fund | null => {
  if (path === paths.pool) return 'pool'
  const match = matchDoiPath(target)
  return match.kind === 'match' && match.action === 'paper' ? bountyOf(match.doi) : null
}

const pathWithout = (address: string): string => {
  const url = new URL(address)
  url.searchParams.delete('session_id')
  return url.pathname + url.search
}
