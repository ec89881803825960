import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { actingForHeader } from '../../../kit/page/index.ts'
import type { People } from '../../../kit/people/index.ts'

/**
 * Refuses a call of a page that was made for another account than the one that is signed in now: what its reader wants is done in nobody
 * else's name, and not in that of a visitor either.
 */
export const requireSameReader =
  (people: Pick<People, 'session'>): MiddlewareHandler<HttpEnv> =>
  (c, next) => {
    requireReader(people, c as HttpContext, c.req.header(actingForHeader))
    return next()
  }

/**
 * The same for a form without script, which says by a field (`actingForField`) whose page it was on. `expected`: the provider's
 * id of the user, undefined for a page of nobody's. @throws HttpProblem 401
 */
export const requireReader = (people: Pick<People, 'session'>, c: HttpContext, expected: string | undefined): void => {
  if (expected !== undefined && !mayBe(people.session(c), expected))
    throw new HttpProblem(401, 'Your session has ended. Log in again to continue.')
}

/** While nobody can say who it is, the call itself says so. */
const mayBe = (session: ReturnType<People['session']>, expected: string): boolean =>
  typeof session === 'string' ? session === 'unsure' : session.id === expected
