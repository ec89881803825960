import { hash, randomBytes } from 'node:crypto'
import { listed, prepareQuery, runTransaction } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import {
  type ActivityTables,
  activityColumns,
  addInterest,
  type ListedActivity,
  listedActivity,
} from '../../paper/activity/index.ts'
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
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), account)
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
const feedOwner = async (db: Kysely<WatchTables>, secret: string): Promise<string | null> => {
  const row = await db.selectFrom('watchers').select('person').where('feed', '=', hashed(secret)).executeTakeFirst()
  return row?.person ?? null
}

/** Returns the activity on a feed owner's watched papers since they were watched; null for an invalid secret. */
export const readPersonalFeed = async (
  db: Kysely<WatchTables & ActivityTables>,
  secret: string,
  limit: number,
): Promise<ListedActivity[] | null> => {
  const person = await feedOwner(db.$pickTables<keyof WatchTables>(), secret)
  if (person === null) return null
  const rows = await db
    .selectFrom('watches')
    .innerJoin('activity', join =>
      join.onRef('activity.doi', '=', 'watches.doi').onRef('activity.noted_at', '>=', 'watches.since'),
    )
    .select(activityColumns)
    .where('watches.person', '=', person)
    .orderBy('noted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(listedActivity)
}

type Tables = WatchTables & ActivityTables

/** The most papers that one person watches. */
export const mostWatched = 5_000

/**
 * Watches a paper in the caller's transaction. Idempotent. `locale` is the language of notifications unless already set.
 * @returns false if the limit of watched papers is reached
 */
export const watch = async (
  tx: Transaction<Tables>,
  { person, doi, locale, now }: { person: string; doi: Doi; locale: Locale; now: number },
): Promise<boolean> => {
  // The row of the person is the lock that puts their own clicks in a line.
  await tx
    .insertInto('watchers')
    .values({ person, locale, frequencies: '{}', feed: null })
    .onConflict(conflict => conflict.column('person').doUpdateSet({ person }))
    .execute()
  const { count } = await tx
    .selectFrom('watches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person', '=', person)
    .where('doi', '!=', doi)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostWatched) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('watches')
    .values({ person, doi, since: now, seen_at: now })
    .onConflict(conflict => conflict.columns(['doi', 'person']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) await addInterest<Tables>(tx, doi, { watchers: 1 })
  return true
}

/** Stops watching a paper in the caller's transaction and drops its pending notifications. Idempotent. */
export const unwatch = async (tx: Transaction<Tables>, person: string, doi: Doi): Promise<void> => {
  const { numDeletedRows } = await tx
    .deleteFrom('watches')
    .where('doi', '=', doi)
    .where('person', '=', person)
    .executeTakeFirst()
  if (numDeletedRows === 1n) await addInterest<Tables>(tx, doi, { watchers: -1 })
}

/** Returns whether a person (or null) watches a paper, and its number of watchers. One query, compiled once. */
export const watchReader = (db: Kysely<Tables>) => {
  const read = prepareQuery(db, (doi: string, person: string | null) =>
    db
      .selectFrom('paper_interest as interest')
      .leftJoin('watches', join => join.onRef('watches.doi', '=', 'interest.doi').on('watches.person', '=', person))
      .select(['watchers', 'watches.person as mine'])
      .where('interest.doi', '=', doi),
  )
  return async (doi: Doi, person: string | null): Promise<{ watching: boolean; watchers: number }> => {
    const [row] = await read(doi, person)
    return { watching: row?.mine != null, watchers: row?.watchers ?? 0 }
  }
}

/** Marks a person's updates up to this time as seen. */
export const noteSeen = async (db: Kysely<Tables>, person: string, upTo: number): Promise<void> => {
  await db
    .updateTable('watches')
    .set({ seen_at: upTo })
    .where('person', '=', person)
    .where('seen_at', '<', upTo)
    .execute()
}

/** Fewer rows than either engine takes parameters. */
const atOnce = 1_000

/**
 * Deletes a watcher's data in the caller's transaction. With `upTo` (epoch ms) only data created by then, where known: settings and feed
 * secrets are undated and always deleted.
 */
export const deleteWatcher = async (tx: Transaction<Tables>, person: string, upTo: number | null): Promise<void> => {
  await tx.deleteFrom('watchers').where('person', '=', person).execute()
  if (upTo === null) await tx.deleteFrom('news').where('person', '=', person).execute()
  for (;;) {
    const some = tx
      .selectFrom('watches')
      .select('doi')
      .where('person', '=', person)
      .where('since', '<=', upTo ?? Number.MAX_SAFE_INTEGER)
      .orderBy('doi')
      .limit(atOnce)
    const dois = (await some.execute()).map(row => row.doi)
    if (dois.length === 0) return
    await tx
      .deleteFrom('watches')
      .where('person', '=', person)
      .where('doi', 'in', listed(tx, JSON.stringify(dois)))
      .execute()
    // Sorted, so that two transactions never deadlock.
    for (const doi of dois) await addInterest<Tables>(tx, storedDoi(doi), { watchers: -1 })
  }
}

type WatchAsTables = WatchTables & ActivityTables & SignInTables

/**
 * Begins to watch a paper in the name of an account, which cannot be deleted meanwhile: nothing stays behind of one that was.
 * @returns false when they watch as many papers as one may.
 * @throws HttpProblem 401 when the account was deleted meanwhile
 */
export const watchAs = (
  db: Kysely<WatchAsTables>,
  account: Account,
  { doi, locale, now }: { doi: Doi; locale: Locale; now: number },
): Promise<boolean> =>
  runTransaction(db, async tx => {
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), account)
    return watch(tx.$pickTables<keyof (WatchTables & ActivityTables)>(), { person: account.key, doi, locale, now })
  })
