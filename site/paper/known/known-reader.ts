import { listed, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely, Selectable } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { ReplicationEntry, UpdateEntry } from './evidence.ts'
import { floraOrigin, type KnownTables, starter } from './known-tables.ts'

/** Everything the stores hold about one paper, whichever side of an entry it is on. */
export type StoredKnown = { updates: UpdateEntry[]; replications: ReplicationEntry[] }

export type KnownReader = {
  /** Three indexed queries. `askedAt`: time of the last Crossref data, in epoch ms. */
  one: (doi: Doi) => Promise<StoredKnown & { askedAt: number | null }>
  /** The same for a list in two queries, however long it is. */
  many: (dois: readonly Doi[]) => Promise<Map<Doi, StoredKnown>>
}

const updateColumns = ['doi', 'source', 'type', 'notice_doi', 'date', 'retracted', 'title', 'reasons'] as const
const replicationColumns = [
  'original_doi',
  'replication_doi',
  'replication_url',
  'type',
  'outcome',
  'quote',
  'original_title',
  'original_year',
  'replication_title',
  'replication_year',
  'origin',
] as const

/** Compiles its queries once. */
export const knownReader = (db: Kysely<KnownTables>): KnownReader => {
  const updates = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('updates')
      .select(updateColumns)
      .where(where => where.or([where('doi', '=', doi), where('notice_doi', '=', doi)])),
  )
  const replications = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('replications')
      .select(replicationColumns)
      .where(where => where.or([where('original_doi', '=', doi), where('replication_doi', '=', doi)]))
      .orderBy('origin'),
  )
  const asked = prepareQuery(db, (doi: string) =>
    db.selectFrom('updates_asked').select('asked_at').where('doi', '=', doi),
  )

  const updatesOfMany = prepareQuery(db, (json: string) =>
    db
      .selectFrom('updates')
      .select(updateColumns)
      .where(where => where.or([where('doi', 'in', listed(db, json)), where('notice_doi', 'in', listed(db, json))])),
  )
  const replicationsOfMany = prepareQuery(db, (json: string) =>
    db
      .selectFrom('replications')
      .select(replicationColumns)
      .where(where =>
        where.or([where('original_doi', 'in', listed(db, json)), where('replication_doi', 'in', listed(db, json))]),
      )
      .orderBy('origin'),
  )

  return {
    async one(doi) {
      const [updateRows, replicationRows, askedRows] = await Promise.all([updates(doi), replications(doi), asked(doi)])
      return {
        updates: updateRows.map(updateOf),
        replications: replicationRows.map(replicationOf),
        askedAt: askedRows[0]?.asked_at ?? null,
      }
    },
    async many(dois) {
      const json = JSON.stringify(dois)
      const [updateRows, replicationRows] = await Promise.all([updatesOfMany(json), replicationsOfMany(json)])
      const known = new Map(dois.map((doi): [Doi, StoredKnown] => [doi, { updates: [], replications: [] }]))
      for (const entry of updateRows.map(updateOf))
        for (const doi of new Set([entry.doi, entry.noticeDoi])) known.get(doi as Doi)?.updates.push(entry)
      for (const entry of replicationRows.map(replicationOf))
        for (const doi of new Set([entry.originalDoi, entry.replicationDoi]))
          known.get(doi as Doi)?.replications.push(entry)
      return known
    },
  }
}

type UpdateRow = Pick<Selectable<KnownTables['updates']>, (typeof updateColumns)[number]>
type ReplicationRow = Pick<Selectable<KnownTables['replications']>, (typeof replicationColumns)[number]>

const updateOf = ({ notice_doi, retracted, reasons, ...row }: UpdateRow): UpdateEntry => ({
  ...row,
  noticeDoi: notice_doi === '' ? null : notice_doi,
  retracted: retracted === 1,
  ...(reasons !== null && { reasons: JSON.parse(reasons) as string[] }),
})

const replicationOf = (row: ReplicationRow): ReplicationEntry => ({
  originalDoi: row.original_doi,
  replicationDoi: row.replication_doi,
  replicationUrl: row.replication_url,
  type: row.type,
  outcome: row.outcome,
  quote: row.quote,
  originalTitle: row.original_title,
  originalYear: row.original_year,
  replicationTitle: row.replication_title,
  replicationYear: row.replication_year,
  source: row.origin === starter ? 'starter' : row.origin === floraOrigin ? 'forrt' : 'forrt-earlier',
})
