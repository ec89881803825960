import { listed, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { cacheKeys, noteChange } from '../../kit/shared-caches/note-change.ts'
import { type ActivityTables, asActivity } from './tables.ts'

export type Interest = { watchers: number; claims: number }

/** Adds to (or takes from) the counts of a paper, in the caller's transaction. */
export const addInterest = async <T extends ActivityTables>(
  tx: Kysely<T>,
  doi: Doi,
  { watchers = 0, claims = 0 }: Partial<Interest>,
): Promise<void> => {
  await asActivity(tx)
    .insertInto('paper_interest')
    .values({ doi, watchers, claims, bounty: 0 })
    .onConflict(conflict =>
      conflict.column('doi').doUpdateSet(now => ({
        watchers: now('paper_interest.watchers', '+', watchers),
        claims: now('paper_interest.claims', '+', claims),
      })),
    )
    .execute()
  await noteChange(tx, [cacheKeys.paper(doi)])
}

/** Sets a paper's bounty in minor units of the site's currency, which "replications wanted" sorts by. */
export const setBounty = async <T extends ActivityTables>(tx: Kysely<T>, doi: Doi, bounty: number): Promise<void> => {
  await asActivity(tx)
    .insertInto('paper_interest')
    .values({ doi, watchers: 0, claims: 0, bounty })
    .onConflict(conflict => conflict.column('doi').doUpdateSet({ bounty }))
    .execute()
  await noteChange(tx, [cacheKeys.paper(doi), cacheKeys.lists])
}

/** Returns the nonzero interest counts of listed papers. One query. */
export const interestReader = <T extends ActivityTables>(
  db: Kysely<T>,
): ((dois: readonly Doi[]) => Promise<Map<Doi, Interest>>) => {
  const read = prepareQuery(asActivity(db), (json: string) =>
    asActivity(db)
      .selectFrom('paper_interest')
      .select(['doi', 'watchers', 'claims'])
      .where('doi', 'in', listed(db, json)),
  )
  return async dois =>
    new Map((await read(JSON.stringify(dois))).map(({ doi, ...interest }) => [storedDoi(doi), interest]))
}

/** Returns those of the papers that have watchers. */
export const watchedAmong = async <T extends ActivityTables>(
  db: Kysely<T>,
  dois: readonly string[],
): Promise<Set<string>> => {
  if (dois.length === 0) return new Set()
  const rows = await asActivity(db)
    .selectFrom('paper_interest')
    .select('doi')
    .where('doi', 'in', listed(db, JSON.stringify(dois)))
    .where('watchers', '>', 0)
    .execute()
  return new Set(rows.map(row => row.doi))
}
