import { hash, randomBytes } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Account } from '../../kit/people/index.ts'
import type { WatchTables } from './tables.ts'

/** Stored hash of a personal feed's secret. */
const hashed = (secret: string): string => hash('sha256', secret, 'base64url')

export const hasFeed = async (db: Kysely<WatchTables>, person: string): Promise<boolean> => {
  const row = await db.selectFrom('watchers').select('feed').where('person', '=', person).executeTakeFirst()
  return row?.feed != null
}

/**
 * Creates a new secret for a user's feed, which invalidates the previous one.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const makeFeed = async (db: Kysely<WatchTables & SignInTables>, account: Account): Promise<string> => {
  // 192 bits, which cannot be guessed.
  const secret = randomBytes(24).toString('base64url')
  const feed = hashed(secret)
  await runTransaction(db, async tx => {
    await holdStanding(tx.$pickTables<keyof SignInTables>(), account)
    await tx
      .insertInto('watchers')
      .values({ person: account.key, locale: 'en', frequencies: '{}', feed })
      .onConflict(conflict => conflict.column('person').doUpdateSet({ feed }))
      .execute()
  })
  return secret
}

export const removeFeed = async (db: Kysely<WatchTables>, person: string): Promise<null> => {
  await db.updateTable('watchers').set({ feed: null }).where('person', '=', person).execute()
  return null
}

/** Returns the owner of a feed by its secret; null for an invalid secret. */
export const feedOwner = async (db: Kysely<WatchTables>, secret: string): Promise<string | null> => {
  const row = await db.selectFrom('watchers').select('person').where('feed', '=', hashed(secret)).executeTakeFirst()
  return row?.person ?? null
}
