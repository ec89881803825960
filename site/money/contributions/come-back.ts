import type { HttpEnv } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { matchDoiPath, paths, rawRequestTarget } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { bountyOf, type Fund } from '../ledger/index.ts'
import { type ContributionTables, findBySession } from './store.ts'
import { whatCame, whatCameOfCancelling } from './what-came.ts'

type ComeBackOptions = { db: Kysely<ContributionTables>; pages: Pick<Pages, 'tell'> }

/**
 * Says above the page what has come of a payment, to whoever comes back from the checkout to a paper or to the pool: as we know it,
 * without asking Stripe. A session that we do not know is nobody's business: the page says nothing.
 */
export const createComeBack =
  ({ db, pages }: ComeBackOptions): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const session = c.req.query('session_id')
    const wasCancelled = c.req.query('contribution') === 'cancelled'
    if (c.req.method !== 'GET' || (session === undefined && !wasCancelled)) return next()
    const here = fundOf(c.req.path, rawRequestTarget(c.req.url, c.env?.incoming?.url))
    if (here === null) return next()
    if (wasCancelled) pages.tell(c, whatCameOfCancelling)
    const known = session === undefined ? null : await findBySession(db, session.slice(0, 300))
    if (known !== null) pages.tell(c, whatCame(known, here))
    return next()
  }

const fundOf = (path: string, target: string): Fund | null => {
  if (path === paths.pool) return 'pool'
  const match = matchDoiPath(target)
  return match.kind === 'match' && match.action === 'paper' ? bountyOf(match.doi) : null
}
