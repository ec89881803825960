import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { type Account, moderatorRole, type People } from '../../kit/people/index.ts'

/**
 * The moderator who sends a request: the provider is asked each time, so that a role counts from the moment it is given and
 * no longer than until it is taken.
 * @throws HttpProblem 401 for nobody, 403 for an account without the role, 503 while nobody can say
 */
export const requireModerator = async (c: HttpContext, people: Pick<People, 'sessionNow'>): Promise<Account> => {
  const state = await people.sessionNow(c)
  if (state === 'nobody') throw new HttpProblem(401, 'This page requires a moderator account.')
  if (state === 'unsure')
    throw new HttpProblem(503, 'We cannot check right now who you are. Try again in a moment.', { retryAfter: 5 })
  if (!state.roles.includes(moderatorRole))
    throw new HttpProblem(403, 'Only moderators can see this. Your account does not have that role.')
  return state
}
