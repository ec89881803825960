import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { type Account, moderatorRole, type People } from '../../kit/people/index.ts'

/**
 * Returns the moderator of a request. Queries the provider each time, so that role changes apply at once.
 * @throws HttpProblem 401 if signed out, 403 without the role, 503 if the provider is unavailable
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
