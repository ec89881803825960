import { DatabaseSync } from 'node:sqlite'
import { engineOf } from '@corroborate/server-kit/database'
import { describeStore, insertNumbered, rowsLookedAt } from '@corroborate/server-kit/testing'
import { type Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { recentReader, selections, wantedReader } from '../../paper/activity/index.ts'
import type { AppTables } from '../../testing/index.ts'

const rows = 100_000

/** 100,000 things that happened, a handful of them reports, the oldest; and as many papers of which a handful is claimed, the least watched. */
const fill = async (db: Kysely<AppTables>): Promise<void> => {
  await insertNumbered(
    db,
    rows,
    'activity (id, key, doi, kind, at, by_name, label, path, noted_at, spread)',
    `'id-' || n, 'key-' || n, '10.1000/' || n, case when n <= 5 then 'report-approved' else 'claim' end,
      n, 'x', 'x', '/', n, 1`,
  )
  await insertNumbered(
    db,
    rows,
    'paper_interest (doi, watchers, claims)',
    `'10.1000/' || n, case when n <= 5 then 0 else n % 1000 end, case when n <= 5 then 1 else 0 end`,
  )
  await sql`analyze`.execute(db)
}

type Read = (db: Kysely<AppTables>) => Promise<unknown>

/** Returns SQLite's query plan steps. */
const stepsOf = async (db: Kysely<AppTables>, read: Read): Promise<string[]> => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await read(db)
  const asked = prepare.mock.calls.map(([text]) => text)
  prepare.mockRestore()
  const plans = asked.map(text => sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db))
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
}

/** True if a query scans all or most entries, although a page needs thirty. */
const goesThroughAll = async (db: Kysely<AppTables>, read: Read): Promise<boolean> =>
  engineOf(db) === 'sqlite'
    ? (await stepsOf(db, read)).some(step => /^SCAN (?:activity|paper_interest)\b/.test(step))
    : (await rowsLookedAt(db, read)) > 1_000

describeStore<AppTables>(`lists of ${rows} entries`, siteMigrations, open => {
  test('lists use indexes for the first page, deep pages and the rarest kind', {
    timeout: 60_000,
  }, async () => {
    const db = await open()
    await fill(db)
    const recent = (on: Kysely<AppTables>) => recentReader(on)
    const wanted = (on: Kysely<AppTables>) => wantedReader(on)
    const reads: Readonly<Record<string, Read>> = {
      'recent, first': on => recent(on)(null, 30),
      'recent, deep': on => recent(on)(null, 30, { at: 50_000, id: 'x' }),
      'recent, rare': on => recent(on)(selections.reports.kinds, 30),
      'recent, four kinds': on => recent(on)(selections.corrections.kinds, 30),
      'wanted, first': on => wanted(on)('all', 30),
      'wanted, deep': on => wanted(on)('all', 30, { bounty: 0, watchers: 500, doi: '10.1000/x' }),
      'wanted, open': on => wanted(on)('open', 30),
      'wanted, claimed': on => wanted(on)('claimed', 30),
    }
    // An unindexed query verifies that scans are detected.
    const all: Read = on => sql`select id from activity order by by_name, key limit 30`.execute(on)
    const long: string[] = []
    for (const [name, read] of Object.entries({ ...reads, all })) if (await goesThroughAll(db, read)) long.push(name)
    expect(long).toEqual(['all'])
    expect((await recent(db)(selections.reports.kinds, 30)).entries).toHaveLength(5)
    expect((await wanted(db)('claimed', 30)).papers).toHaveLength(5)
  })
})
