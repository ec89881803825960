import { type Kysely, sql } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { KnownTables } from '../../paper/known/index.ts'

export type EventTables = Pick<KnownTables, 'updates' | 'replications'>

/** A paper to which something happened, and the newest day, month or year of it that is known (ISO 8601); null when none is. */
export type EventfulPaper = { doi: Doi; lastmod: string | null }

/** At most `limit` papers after one DOI, up to another; `until` is null for all of them. In the database's own order. */
export type DoiRange = { after: string; until: string | null; limit: number }

/**
 * Returns papers with corrections, retractions or replications, by DOI. `today` (ISO 8601): events dated later are ignored. Reads each list
 * from its index, whatever its length.
 */
export const papersWithEvents = async (
  db: Kysely<EventTables>,
  { after, until, limit, today }: DoiRange & { today: string },
): Promise<EventfulPaper[]> => {
  const within = (column: string) => (until === null ? sql`1 = 1` : sql`${sql.ref(column)} <= ${until}`)
  const { rows } = await sql<EventfulPaper>`
    SELECT page.doi AS doi, (
      SELECT max(date) FROM updates WHERE updates.doi = page.doi AND date <= ${today}
    ) AS lastmod
    FROM (
      SELECT doi FROM (
        SELECT DISTINCT doi FROM updates WHERE doi > ${after} AND ${within('doi')} ORDER BY doi LIMIT ${limit}
      ) AS told
      UNION
      SELECT original_doi AS doi FROM (
        SELECT DISTINCT original_doi FROM replications
        WHERE original_doi > ${after} AND ${within('original_doi')} ORDER BY original_doi LIMIT ${limit}
      ) AS repeated
      ORDER BY doi LIMIT ${limit}
    ) AS page
    ORDER BY page.doi`.execute(db)
  return rows
}
