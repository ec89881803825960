import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import { actingForHeader } from '../../../kit/page/index.ts'
import type { People } from '../../../kit/people/index.ts'

/**
 * Rejects a request from a page rendered for another account than the signed-in one: it must run neither in another user's name nor in an
 * anonymous visitor's.
 */
export const requireSameReader =
  (people: Pick<People, 'session'>): MiddlewareHandler<HttpEnv> =>
  (c, next) => {
    requireReader(people, c as HttpContext, c.req.header(actingForHeader))
    return next()
  }

/**
 * Same check for a form without JavaScript, which identifies the page's account in a field (`actingForField`). `expected`: the provider's
 * user ID, undefined for a signed-out page. @throws HttpProblem 401
 */
export const requireReader = (people: Pick<People, 'session'>, c: HttpContext, expected: string | undefined): void => {
  if (expected !== undefined && !mayBe(people.session(c), expected))
    throw new HttpProblem(401, 'Your session has ended. Log in again to continue.')
}

/** If the session cannot be verified now, the actual request decides. */
const mayBe = (session: ReturnType<People['session']>, expected: string): boolean =>
  typeof session === 'string' ? session === 'unsure' : session.id === expected
