import { prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type KnownTables, starter } from './known-store.ts'

/** To when the imported lists reach; null for a list that was not imported. */
export type ImportedReach = {
  /** Date of the newest notice in Crossref's list, ISO 8601. */
  crossref: string | null
  /** Year of the newest attempt that FORRT has coded. */
  forrt: number | null
}

/** Compiles its two queries once; each reads the end of an index. `now`: epoch milliseconds; what claims to be later is not believed. */
export const reachReader = (db: Kysely<KnownTables>): ((now: number) => Promise<ImportedReach>) => {
  const newestNotice = prepareQuery(db, (until: string) =>
    db
      .selectFrom('updates')
      .select('date')
      .where('source', '=', 'crossref')
      .where('date', '<=', until)
      .orderBy('date', 'desc')
      .limit(1),
  )
  const newestAttempt = prepareQuery(db, (until: number) =>
    db
      .selectFrom('replications')
      .select('replication_year')
      .where('origin', '!=', starter)
      .where('replication_year', '<=', until)
      .orderBy('replication_year', 'desc')
      .limit(1),
  )
  return async now => {
    const today = new Date(now).toISOString().slice(0, 10)
    const [notices, attempts] = await Promise.all([newestNotice(today), newestAttempt(Number(today.slice(0, 4)))])
    return { crossref: notices[0]?.date ?? null, forrt: attempts[0]?.replication_year ?? null }
  }
}
