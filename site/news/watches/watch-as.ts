import { runTransaction } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import { watch } from './store.ts'
import type { WatchTables } from './tables.ts'

type Tables = WatchTables & ActivityTables & SignInTables

/**
 * Begins to watch a paper in the name of an account, which cannot be deleted meanwhile: nothing stays behind of one that was.
 * @returns false when they watch as many papers as one may.
 * @throws HttpProblem 401 when the account was deleted meanwhile
 */
export const watchAs = (
  db: Kysely<Tables>,
  account: Account,
  { doi, locale, now }: { doi: Doi; locale: Locale; now: number },
): Promise<boolean> =>
  runTransaction(db, async tx => {
    await holdStanding(tx.$pickTables<keyof SignInTables>(), account)
    return watch(tx.$pickTables<keyof (WatchTables & ActivityTables)>(), { person: account.key, doi, locale, now })
  })
