import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Account, People } from '../../kit/people/index.ts'

/** Who sends a call that belongs to an account. @throws HttpProblem 401 for visitors, 503 while nobody can say who it is */
export const requireAccount = (people: Pick<People, 'session'>, c: HttpContext): Account => {
  const session = people.session(c)
  if (session === 'unsure')
    throw new HttpProblem(503, 'We cannot check just now who you are. Try again in a moment.', { retryAfter: 5 })
  if (session === 'nobody')
    throw new HttpProblem(401, 'Log in first, then send it again: claims and reports belong to an account.')
  return session
}
