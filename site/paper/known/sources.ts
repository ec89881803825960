import { type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'

/** Bulk sources of evidence, in display order. */
export const knownSources = ['crossref', 'retraction-watch', 'forrt'] as const
export type KnownSource = (typeof knownSources)[number]

export type SourceReach = {
  source: KnownSource
  /** Time of the last complete sync in epoch ms; null for never. */
  askedAt: number | null
  /** To when that reaches: ISO 8601 (2026-11-20, 2026-11 or 2026), as exact as the source is. */
  reachesTo: string | null
  /** Last failed sync, with its reason as a message. */
  failure: { at: number; sentence: string } | null
}

export type SourceTables = {
  known_sources: {
    source: KnownSource
    asked_at: number | null
    reaches_to: string | null
    failed_at: number | null
    failure: string | null
    /** Summary of the last run. */
    did: string | null
    /** Progress of a run as source-specific JSON, written with its rows. */
    progress: string | null
    /** The run that has the source to itself, and until when, epoch milliseconds. */
    holder: string | null
    held_until: number
  }
}

export const sourcesMigration: Migration = {
  name: '2026-11-22-known-sources',
  async up(db) {
    await db.schema
      .createTable('known_sources')
      .addColumn('source', 'text', column => column.primaryKey().notNull())
      .addColumn('asked_at', 'bigint')
      .addColumn('reaches_to', 'text')
      .addColumn('failed_at', 'bigint')
      .addColumn('failure', 'text')
      .addColumn('did', 'text')
      .addColumn('progress', 'text')
      .addColumn('holder', 'text')
      .addColumn('held_until', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  },
}

/** Reads how far each source reaches, always all of them in the order of `knownSources`: one look at a table of three rows. */
export const sourcesReader = (db: Kysely<SourceTables>): (() => Promise<SourceReach[]>) => {
  const read = prepareQuery(db, () =>
    db.selectFrom('known_sources').select(['source', 'asked_at', 'reaches_to', 'failed_at', 'failure']),
  )
  return async () => {
    const rows = new Map((await read()).map(row => [row.source, row]))
    return knownSources.map(source => {
      const { asked_at = null, reaches_to = null, failed_at = null, failure = null } = rows.get(source) ?? {}
      return {
        source,
        askedAt: asked_at,
        reachesTo: reaches_to,
        failure: failed_at === null || failure === null ? null : { at: failed_at, sentence: failure },
      }
    })
  }
}

/** Returns the summary of each source's last run. */
export const runsReader = (db: Kysely<SourceTables>) => async (): Promise<Map<KnownSource, string | null>> => {
  const rows = await db.selectFrom('known_sources').select(['source', 'did']).execute()
  return new Map(rows.map(row => [row.source, row.did]))
}

/**
 * Records that a source is synced up to `reachesTo`; never moves back. `askedAt`: sync time in epoch ms; null for a manually imported file,
 * which may be old.
 */
export const noteReach = async (
  db: Kysely<SourceTables>,
  { source, reachesTo, askedAt }: { source: KnownSource; reachesTo: string | null; askedAt: number | null },
): Promise<void> => {
  const known = await db
    .selectFrom('known_sources')
    .select('reaches_to')
    .where('source', '=', source)
    .executeTakeFirst()
  const further =
    [known?.reaches_to ?? null, reachesTo]
      .filter(date => date !== null)
      .toSorted()
      .at(-1) ?? null
  const answered = askedAt === null ? {} : { asked_at: askedAt, failed_at: null, failure: null }
  const told = { ...answered, reaches_to: further }
  await db
    .insertInto('known_sources')
    .values({ source, ...told, held_until: 0 })
    .onConflict(conflict => conflict.column('source').doUpdateSet(told))
    .execute()
}

export const noteFailure = async (
  db: Kysely<SourceTables>,
  { source, sentence, now }: { source: KnownSource; sentence: string; now: number },
): Promise<void> => {
  const told = { failed_at: now, failure: sentence }
  await db
    .insertInto('known_sources')
    .values({ source, ...told, held_until: 0 })
    .onConflict(conflict => conflict.column('source').doUpdateSet(told))
    .execute()
}
