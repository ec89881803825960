import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { accountKey } from '../../kit/people/index.ts'

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
