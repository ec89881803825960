import { listed } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Account, accountKey, moderatorRole, type People } from '../../kit/people/index.ts'

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

/** Returns moderators' names by account key, without unnamed ones. Addresses are not read. */
export const readModeratorNames = async (
  db: Kysely<Pick<SignInTables, 'accounts'>>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (keys.length === 0) return new Map()
  const ids = [...new Set(keys)].map(key => key.slice(accountKey('').length))
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'name'])
    .where('user_id', 'in', listed(db, JSON.stringify(ids)))
    .execute()
  return new Map(rows.filter(({ name }) => name !== '').map(({ user_id, name }) => [accountKey(user_id), name]))
}
