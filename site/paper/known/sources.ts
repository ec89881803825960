import { type Migration, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'

/** Who is asked as a whole what is known about papers, in the order in which they are named. */
export const knownSources = ['crossref', 'retraction-watch', 'forrt'] as const
export type KnownSource = (typeof knownSources)[number]

/** How far what we hold of a source goes. */
export type SourceReach = {
  source: KnownSource
  /** When it last told us all that is new, epoch milliseconds, null for never. */
  askedAt: number | null
  /** To when that reaches: ISO 8601 (2026-11-20, 2026-11 or 2026), as exact as the source is. */
  reachesTo: string | null
  /** The last attempt to ask it, where that failed, with the reason in a sentence. */
  failure: { at: number; sentence: string } | null
}

export type SourceTables = {
  known_sources: {
    source: KnownSource
    asked_at: number | null
    reaches_to: string | null
    failed_at: number | null
    failure: string | null
    /** What the last run did, in a sentence. */
    did: string | null
    /** How far a run has come, as JSON of its own; written with the rows that it is about. */
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

/** What the last run of each source did, in a sentence. */
export const runsReader = (db: Kysely<SourceTables>) => async (): Promise<Map<KnownSource, string | null>> => {
  const rows = await db.selectFrom('known_sources').select(['source', 'did']).execute()
  return new Map(rows.map(row => [row.source, row.did]))
}

/**
 * Notes that we hold what a source knows up to `reachesTo`. What reaches further already stays. `askedAt`: when it told us so itself,
 * epoch milliseconds; null for a file of it that somebody imported, which may be old.
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

/** Notes that a source could not be asked, and why. */
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
