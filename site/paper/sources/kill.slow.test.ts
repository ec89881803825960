import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeStore, type StorePlace } from '@corroborate/server-kit/testing'
import { asStarted, childEnvironment } from '@corroborate/server-kit/testing/server'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { siteDatabaseFile, siteMigrations } from '../../app/migrations.ts'
import { type EventSources, startEventSources } from '../../testing/index.ts'
import type { ActivityTables } from '../activity/index.ts'
import type { KnownTables, SourceTables } from '../known/index.ts'

type Tables = KnownTables & SourceTables & Pick<ActivityTables, 'activity'>
type Db = Kysely<Tables>

const cli = fileURLToPath(new URL('../../app/commands/known-sync.ts', import.meta.url))
/** Notices of one page of Crossref's, and of the pages that there are. */
const pageSize = 500
const notices = 1_200
const rows = 1_500

/** `npm run known:sync` as a process of its own. */
const startSync = (dataDir: string, place: StorePlace, sources: EventSources) => {
  const child = spawn(process.execPath, [asStarted(cli)], {
    env: {
      ...childEnvironment,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      ...(place.url !== undefined && { DATABASE_URL: place.url }),
      CROSSREF_URL: sources.url,
      RETRACTION_WATCH_URL: `${sources.url}/retraction_watch.csv`,
      FORRT_URL: `${sources.url}/flora.csv`,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  const ended = new Promise<{ code: number | null; said: string }>(resolve =>
    child.on('close', code => resolve({ code, said })),
  )
  return { kill: () => child.kill('SIGKILL'), ended }
}

const today = () => new Date().toISOString().slice(0, 10)

/** Fake data of three sources, for a database that synced the first of them yesterday. */
const tell = (sources: EventSources): void => {
  const numbers = Array.from({ length: notices }, (_, number) => number)
  sources.works.push(
    ...numbers.map(number => ({
      DOI: `10.1000/n${number}`,
      title: [`Retraction: paper ${number}`],
      deposited: today(),
      'update-to': [
        { DOI: `10.1000/p${number}`, type: 'retraction', updated: { 'date-parts': [[2020, 5, 1 + (number % 28)]] } },
      ],
    })),
  )
  const listed = Array.from({ length: rows }, (_, number) => number)
  sources.lists['/retraction_watch.csv'] =
    `Record ID,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason\n${listed.map(number => `${number},7/18/2024 0:00,10.1000/r${number},10.1000/q${number},Retraction,+Error in Data;`).join('\n')}\n`
  sources.lists['/flora.csv'] =
    `doi_o,doi_r,outcome,year_r\n${listed.map(number => `10.1000/o${number},10.1000/a${number},failed,2024`).join('\n')}\n`
}

const askedYesterday = async (db: Db): Promise<void> => {
  const progress = { doneThrough: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), window: null }
  await db
    .insertInto('known_sources')
    .values({ source: 'crossref', held_until: 0, progress: JSON.stringify(progress) })
    .execute()
}

const progressOf = async (db: Db, source: string) => {
  const rows = await db
    .selectFrom('known_sources')
    .select('progress')
    .where('source', '=', source as 'forrt')
    .execute()
  return JSON.parse(rows[0]?.progress ?? '{}')
}
const told = (db: Db, ...by: ('publisher' | 'retraction-watch-list')[]) =>
  db.selectFrom('updates').select('doi').where('source', 'in', by).execute()

/** Checks that each step of a crashed run is complete. */
const expectNothingHalf = async (db: Db): Promise<void> => {
  const kept = (await told(db, 'publisher')).length
  const { window } = await progressOf(db, 'crossref')
  const done = kept === notices
  expect(done || kept % pageSize === 0, `${kept} notices are whole pages`).toBe(true)
  // The cursor is that of the page after the last one that was kept.
  expect(window === null || done ? null : /^cursor \d+/.test(window.cursor)).toBe(window === null || done ? null : true)
  expect(kept > 0 && !done ? window !== null : true, `${kept} notices have a cursor`).toBe(true)
  for (const [source, count] of [
    ['retraction-watch', (await told(db, 'retraction-watch-list')).length],
    ['forrt', (await db.selectFrom('replications').select('attempt').execute()).length],
  ] as const)
    if ((await progressOf(db, source)).etag !== undefined)
      expect(count, `${source} is called read when it is`).toBe(rows)
}

/** Everything that a reader may see of it, in one order. */
const contents = async (db: Db): Promise<string[]> => {
  const updates = await db.selectFrom('updates').selectAll().execute()
  const replications = await db.selectFrom('replications').selectAll().execute()
  const activity = await db.selectFrom('activity').select(['key', 'doi', 'kind', 'date', 'label']).execute()
  const reaches = await db.selectFrom('known_sources').select(['source', 'reaches_to', 'holder']).execute()
  const inOrder = (row: object) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return [...updates, ...replications, ...activity, ...reaches].map(inOrder).toSorted()
}

/** The lease of a run that was killed ends after a minute. */
const waitForLease = (db: Db) => db.updateTable('known_sources').set({ held_until: 0 }).execute()

describeStore<Tables>('a run that is killed', siteMigrations, (open, { engine, placeOf }) => {
  test('a killed run leaves no partial state, and the next reaches the same result', async () => {
    const sources = await startEventSources()
    onTestFinished(() => sources.close())
    tell(sources)
    const prepared = async () => {
      const db = await open()
      await askedYesterday(db)
      const place = placeOf(db)
      const dataDir = mkdtempSync(join(tmpdir(), 'known-kill-'))
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
      if (place.url === undefined) symlinkSync(place.file, join(dataDir, siteDatabaseFile))
      return { db, start: () => startSync(dataDir, place, sources) }
    }
    const whole = await prepared()
    expect(await whole.start().ended).toMatchObject({ code: 0 })
    const expected = await contents(whole.db)
    expect(expected.length).toBeGreaterThan(notices + 2 * rows)

    const { db, start } = await prepared()
    let killed = 0
    for (let round = 0; round < (engine === 'sqlite' ? 5 : 2); round += 1) {
      const before = sources.requests.length
      const run = start()
      // Crashes after a different request each round; later rounds resume.
      await expect.poll(() => sources.requests.length, { interval: 5 }).toBeGreaterThan(before + (round % 3))
      await new Promise(resolve => setTimeout(resolve, Math.random() * 250))
      run.kill()
      if ((await run.ended).code === null) killed += 1
      await expectNothingHalf(db)
      await waitForLease(db)
    }
    expect(killed).toBeGreaterThan(0)
    expect(await start().ended).toMatchObject({ code: 0 })
    expect(await contents(db)).toEqual(expected)
    expect(await start().ended).toMatchObject({ code: 0, said: expect.stringContaining('No changes in the last sync') })
    expect(await contents(db)).toEqual(expected)
  })
})
