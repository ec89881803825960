import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { type EventSources, startEventSources } from '../../testing/index.ts'
import {
  type KnownSource,
  type KnownTables,
  knownMigrations,
  type SourceTables,
  saveUpdates,
  sourcesMigration,
  sourcesReader,
} from '../known/index.ts'
import type { Web } from './ask.ts'
import { createWeb, syncSource } from './sync.ts'
import { LostHold, lease, nextWindow, prolongHold, readProgress, takeSource } from './sync-crossref.ts'

const folder = mkdtempSync(join(tmpdir(), 'known-sync-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Db = Kysely<KnownTables & SourceTables>
const noon = Date.parse('2026-11-22T12:00:00Z')

let sources: EventSources
beforeEach(async () => {
  sources = await startEventSources()
  onTestFinished(() => sources.close())
})

/** A site that syncs from the fake source; waits take no time and are recorded. */
const siteAt = (db: Db, given: Record<string, string> = {}) => {
  const settings = readSettings({
    SITE_ORIGIN: 'https://papers.example.org',
    MAIL_FROM: 'Papers <editor@example.org>',
    SMTP_URL: 'smtp://localhost:25',
    DATA_DIR: folder,
    CROSSREF_URL: sources.url,
    RETRACTION_WATCH_URL: `${sources.url}/retraction_watch.csv`,
    FORRT_URL: `${sources.url}/flora.csv`,
    ...given,
  })
  const clock = { now: noon }
  const waits: number[] = []
  const stop = new AbortController()
  const web: Web = {
    ...createWeb(settings, () => clock.now),
    patience: 2_000,
    wait: async ms => void waits.push(ms),
  }
  const sync = (source: KnownSource) => syncSource({ db, settings, web }, source, stop.signal)
  return { sync, waits, web, clock, stop }
}

/** Another run takes over a source after its lease expired. */
const takeOver = async (db: Db, source: KnownSource) =>
  expect(await takeSource(db, { source, holder: 'another run', now: noon + lease })).toBe(true)
const heldRows = (db: Db) =>
  db.selectFrom('known_sources').select(['source', 'holder', 'progress', 'reaches_to']).execute()

/** The same database, of which something happens before a run begins its transaction of this number. */
const beforeTransaction = (db: Db, number: number, work: () => Promise<void>): Db => {
  let begun = 0
  const transaction = () => ({
    execute: async (within: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
      begun += 1
      if (begun === number) await work()
      return db.transaction().execute(within)
    },
  })
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const notice = (number: number, deposited: string) => ({
  DOI: `10.1000/N${number}`,
  title: [`Retraction: paper ${number}`],
  deposited,
  'update-to': [
    {
      DOI: `10.1000/p${number}`,
      type: 'retraction',
      label: 'Retraction',
      source: 'publisher',
      updated: { 'date-parts': [[2020, 5, 6]] },
    },
  ],
})
const header =
  'Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDate,OriginalPaperDOI,RetractionNature,Reason,URLS\n'
const row = (number: number, date = '7/18/2024 0:00') =>
  `${number},T,${date},10.1000/n${number},1/1/2020 0:00,10.1000/p${number},Retraction,+Error in Data;,\n`
const rows = (count: number) => header + Array.from({ length: count }, (_, number) => row(number)).join('')
const updatesIn = (db: Db) =>
  db.selectFrom('updates').select(['doi', 'date', 'source', 'reasons']).orderBy('doi').execute()
const reachOf = async (db: Db, source: KnownSource) =>
  (await sourcesReader(db.$pickTables<'known_sources'>())()).find(one => one.source === source)

test('query windows cover every day from the first to today without gaps', () => {
  const today = '2026-11-22'
  let done: string | null = null
  let windows = 0
  do {
    const { from, until }: { from: string; until: string } = nextWindow(done, today)
    expect(from < (done ?? '9')).toBe(true)
    expect(until > (done ?? '')).toBe(true)
    done = until
    windows += 1
  } while (done !== today)
  expect(windows).toBeLessThan(340)
  expect(nextWindow(today, today)).toEqual({ from: '2026-11-21', until: today })
  expect(nextWindow('2027-01-01', today)).toEqual({ from: '2026-11-21', until: today })
})

/** Crossref was synced up to some weeks ago. */
const askedBefore = (db: Db) =>
  db
    .insertInto('known_sources')
    .values({ source: 'crossref', held_until: 0, progress: '{"doneThrough":"2026-11-01","window":null}' })
    .execute()

describeStore<KnownTables & SourceTables>('asking Crossref', [...knownMigrations, sourcesMigration], open => {
  test('a Crossref sync reads all notices by page with polite headers, and later only new ones', async () => {
    const db = await open()
    const { sync, waits, clock } = siteAt(db)
    sources.works.push(...Array.from({ length: 1100 }, (_, number) => notice(number, '2026-11-10')))
    expect(await sync('crossref')).toEqual({ kind: 'done', did: 'Last sync: 1,100 notices added or updated.' })
    expect(await db.selectFrom('updates').selectAll().where('doi', '=', '10.1000/p7').execute()).toMatchObject([
      {
        notice_doi: '10.1000/n7',
        type: 'retraction',
        date: '2020-05-06',
        source: 'publisher',
        title: 'Retraction: paper 7',
      },
    ])
    expect(await updatesIn(db)).toHaveLength(1100)
    expect(await reachOf(db, 'crossref')).toMatchObject({ askedAt: noon, reachesTo: '2026-11-22', failure: null })
    expect(new Set(waits)).toEqual(new Set([200]))
    for (const { query, headers } of sources.requests) {
      expect(query.get('mailto')).toBe('editor@example.org')
      expect(query.get('select')).toBe('DOI,title,update-to')
      expect(headers['user-agent']).toBe('Corroborate (https://papers.example.org; mailto:editor@example.org)')
    }

    sources.requests.length = 0
    clock.now += 86_400_000
    sources.works.push(notice(2000, '2026-11-23'))
    expect(await sync('crossref')).toEqual({ kind: 'done', did: 'Last sync: 1 notices added or updated.' })
    expect(sources.requests.map(({ query }) => query.get('filter'))).toEqual([
      'is-update:true,from-update-date:2026-11-21,until-update-date:2026-11-23',
    ])
    expect(await updatesIn(db)).toHaveLength(1101)
  })

  test('a Crossref sync withdraws what a notice no longer states, and nothing of other sources', async () => {
    const db = await open()
    await askedBefore(db)
    const { sync } = siteAt(db)
    const mistaken = notice(1, '2026-11-10')
    sources.works.push(mistaken)
    await sync('crossref')
    const kept = { type: 'retraction', noticeDoi: storedDoi('10.1000/n1'), date: null, retracted: true, title: null }
    await saveUpdates(db.$pickTables<keyof KnownTables>(), [
      { doi: storedDoi('10.1000/p1'), journal: null, publisher: null, ...kept },
    ])
    sources.works.splice(0, 1, { ...notice(1, '2026-11-22'), 'update-to': [] })
    expect(await sync('crossref')).toMatchObject({
      did: 'Last sync: 0 notices added or updated, 1 withdrawn.',
    })
    expect(await updatesIn(db)).toMatchObject([{ doi: '10.1000/p1', source: 'crossref' }])
  })

  test('a Crossref sync resumes between the pages where it crashed', async () => {
    const db = await open()
    await askedBefore(db)
    sources.works.push(...Array.from({ length: 1300 }, (_, number) => notice(number, '2026-11-10')))
    const first = siteAt(db)
    // The process dies while it waits before the third page: nothing after that happens, not even letting go of the source.
    const died = Promise.withResolvers<void>()
    first.web.wait = async () => {
      if ((await updatesIn(db)).length < 1000) return
      died.resolve()
      return new Promise<void>(() => {})
    }
    void first.sync('crossref')
    await died.promise
    expect(await updatesIn(db)).toHaveLength(1000)

    sources.requests.length = 0
    const next = siteAt(db)
    expect(await next.sync('crossref')).toEqual({ kind: 'busy' })
    next.clock.now += lease
    expect(await next.sync('crossref')).toMatchObject({ kind: 'done', did: expect.stringMatching(/ 300 notices/) })
    expect(await updatesIn(db)).toHaveLength(1300)
    expect(sources.requests[0]?.query.get('cursor')).toMatch(/^cursor /)
  })

  test('a sync that lost its lock to another run writes nothing more', async () => {
    const db = await open()
    await askedBefore(db)
    sources.works.push(...Array.from({ length: 700 }, (_, number) => notice(number, '2026-11-10')))
    const { sync, web } = siteAt(db)
    let held: object[] = []
    web.wait = async () => {
      if ((await updatesIn(db)).length < 500 || held.length > 0) return
      await takeOver(db, 'crossref')
      held = await heldRows(db)
    }
    expect(await sync('crossref')).toEqual({ kind: 'busy' })
    expect(await updatesIn(db)).toHaveLength(500)
    expect(await heldRows(db)).toEqual(held)
  })

  test('a Crossref sync restarts a listing whose cursor expired', async () => {
    const db = await open()
    await askedBefore(db)
    sources.works.push(...Array.from({ length: 700 }, (_, number) => notice(number, '2026-11-10')))
    const first = siteAt(db)
    first.web.wait = async () => {
      if ((await updatesIn(db)).length >= 500) first.stop.abort()
    }
    expect(await first.sync('crossref')).toEqual({ kind: 'stopped' })
    sources.requests.length = 0
    const next = siteAt(db)
    next.clock.now += 10 * 60_000
    expect(await next.sync('crossref')).toMatchObject({ kind: 'done' })
    expect(sources.requests[0]?.query.get('cursor')).toBe('*')
    expect(await updatesIn(db)).toHaveLength(700)
  })

  test('a Crossref sync honors Retry-After and gives up on longer waits', async () => {
    const db = await open()
    await askedBefore(db)
    const { sync, waits } = siteAt(db)
    sources.fail({ status: 429, headers: { 'retry-after': '17' } }, { status: 503 }, 'cut', null)
    expect(await sync('crossref')).toMatchObject({ kind: 'done' })
    expect(waits.slice(0, 3)).toEqual([17_000, 20_000, 80_000])
    sources.fail({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await sync('crossref')).toEqual({
      kind: 'failed',
      sentence: 'It rate-limited our requests and asked to retry after 3600 seconds.',
      retryAfter: 3_600_000,
    })
    expect(await reachOf(db, 'crossref')).toMatchObject({ askedAt: noon, failure: { at: noon } })
  })

  test.each([
    ['a web page', 'html', 'It returned an unexpected response.'],
    ['an error', { status: 500 }, 'It returned error 500.'],
    ['a refusal', { status: 403 }, 'It returned error 403.'],
    ['a broken answer', 'cut', 'It could not be reached, or the connection broke.'],
    ['silence', 'hang', 'It timed out.'],
  ] as const)('a Crossref sync reports repeated responses with %s', async (_, failure, sentence) => {
    const db = await open()
    await askedBefore(db)
    const { sync, web } = siteAt(db)
    web.patience = failure === 'hang' ? 50 : 2_000
    sources.fail(failure, failure, failure, failure)
    expect(await sync('crossref')).toEqual({ kind: 'failed', sentence, retryAfter: null })
    expect(await updatesIn(db)).toEqual([])
  })
})

describeStore<KnownTables & SourceTables>('a listing of Crossref', [...knownMigrations, sourcesMigration], open => {
  test.each([
    [{ 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1s' }, 200],
    [{ 'x-rate-limit-limit': '50', 'x-rate-limit-interval': '1s' }, 40],
    [{ 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '20s' }, 4_000],
    [{ 'x-rate-limit-limit': '0', 'x-rate-limit-interval': '1s' }, 1_000],
    [{ 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1m' }, 1_000],
    [{ 'x-rate-limit-limit': '10', 'x-rate-limit-interval': 'in 1s' }, 1_000],
    [{ 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1s or so' }, 1_000],
    [{ 'x-rate-limit-limit': '10' }, 1_000],
    [{ 'x-rate-limit-interval': '1s' }, 1_000],
    [{}, 1_000],
  ])('pages are requested at half the allowed rate (%j): after %i ms', async (pace, wait) => {
    const db = await open()
    await askedBefore(db)
    const { sync, waits } = siteAt(db)
    for (const name of Object.keys(sources.pace)) delete sources.pace[name]
    Object.assign(sources.pace, pace)
    sources.works.push(...Array.from({ length: 700 }, (_, number) => notice(number, '2026-11-10')))
    expect(await sync('crossref')).toMatchObject({ kind: 'done' })
    // Nothing is waited for after the last page.
    expect(waits).toEqual([wait])
  })

  test('a listing of several months is requested month by month with pauses', async () => {
    const db = await open()
    await db
      .insertInto('known_sources')
      .values({ source: 'crossref', held_until: 0, progress: '{"doneThrough":"2026-09-01","window":null}' })
      .execute()
    const { sync, waits } = siteAt(db)
    await sync('crossref')
    expect(sources.requests.map(({ query }) => query.get('filter')?.replace('is-update:true,', ''))).toEqual([
      'from-update-date:2026-08-31,until-update-date:2026-10-01',
      'from-update-date:2026-09-30,until-update-date:2026-10-31',
      'from-update-date:2026-10-30,until-update-date:2026-11-22',
    ])
    expect(waits).toEqual([200, 200])
    expect(sources.requests[0]?.headers.accept).toBe('application/json')
  })

  test('a listing stopped between two pages is not marked complete', async () => {
    const db = await open()
    await askedBefore(db)
    sources.works.push(...Array.from({ length: 700 }, (_, number) => notice(number, '2026-11-10')))
    const { sync, web, stop } = siteAt(db)
    web.wait = async () => stop.abort()
    expect(await sync('crossref')).toEqual({ kind: 'stopped' })
    const [held] = await heldRows(db)
    expect(held).toMatchObject({ holder: null, reaches_to: null })
    expect(JSON.parse(held?.progress ?? '')).toEqual({
      doneThrough: '2026-11-01',
      window: { from: '2026-10-31', until: '2026-11-22', cursor: expect.stringMatching(/^cursor /), at: noon },
    })
  })

  test('invalid records in a listing are counted and skipped', async () => {
    const db = await open()
    await askedBefore(db)
    sources.works.push(notice(1, '2026-11-10'), { DOI: 'none', deposited: '2026-11-10' })
    expect(await siteAt(db).sync('crossref')).toEqual({
      kind: 'done',
      did: 'Last sync: 1 notices added or updated, 1 could not be read.',
    })
  })

  test('a storage failure is reported, releases the source and keeps its last state', async () => {
    const db = await open()
    await askedBefore(db)
    const rowOf = () =>
      db
        .selectFrom('known_sources')
        .select(['did', 'holder', 'held_until'])
        .where('source', '=', 'crossref')
        .executeTakeFirst()
    await siteAt(db).sync('crossref')
    const done = { did: 'Last sync: 0 notices added or updated.', holder: null, held_until: 0 }
    expect(await rowOf()).toEqual(done)
    const broken = beforeTransaction(db, 1, () => Promise.reject(new Error('the disk is full')))
    await expect(siteAt(broken).sync('crossref')).rejects.toThrow('the disk is full')
    expect(await reachOf(db, 'crossref')).toMatchObject({
      askedAt: noon,
      failure: { at: noon, sentence: 'Internal error.' },
    })
    expect(await rowOf()).toEqual(done)
  })
})

describeStore<KnownTables & SourceTables>('a source', [...knownMigrations, sourcesMigration], open => {
  test('a source is locked by one run until a minute without heartbeat', async () => {
    const db = (await open()).$pickTables<keyof SourceTables>()
    const take = (holder: string, now: number) => takeSource(db, { source: 'forrt', holder, now })
    expect([await take('a', 0), await take('b', 0), await take('b', lease - 1)]).toEqual([true, false, false])
    await prolongHold(db, { source: 'forrt', holder: 'a', now: 1_000 })
    expect([await take('b', lease), await take('b', lease + 1_000)]).toEqual([false, true])
    await expect(prolongHold(db, { source: 'forrt', holder: 'a', now: 0 })).rejects.toThrow(LostHold)
  })

  test('a run’s progress is stored while it holds the lock', async () => {
    const db = (await open()).$pickTables<keyof SourceTables>()
    expect(await readProgress(db, 'forrt')).toEqual({})
    const hold = { source: 'forrt', holder: 'a', now: 0 } as const
    await takeSource(db, hold)
    expect(await readProgress(db, 'forrt')).toEqual({})
    await prolongHold(db, hold, { etag: 'x' })
    await prolongHold(db, hold)
    expect(await readProgress(db, 'forrt')).toEqual({ etag: 'x' })
  })
})

describeStore<KnownTables & SourceTables>('fetching a list', [...knownMigrations, sourcesMigration], open => {
  test('a list sync imports additions and changes, removes missing rows, and uses conditional requests', async () => {
    const db = await open()
    const { sync } = siteAt(db)
    sources.lists['/retraction_watch.csv'] = `${rows(20)}99,T,7/18/2024 0:00,x,,no doi,Retraction,,\n`
    expect(await sync('retraction-watch')).toEqual({
      kind: 'done',
      did: 'Last sync: 20 notices added or updated, 1 could not be read.',
    })
    expect((await updatesIn(db))[0]).toEqual({
      doi: '10.1000/p0',
      date: '2024-07-18',
      source: 'retraction-watch-list',
      reasons: '["Error in Data"]',
    })
    expect(await sync('retraction-watch')).toEqual({ kind: 'done', did: 'No changes in the last sync.' })
    expect(await reachOf(db, 'retraction-watch')).toMatchObject({ reachesTo: '2024-07-18' })

    sources.lists['/retraction_watch.csv'] = rows(19).replace('7/18/2024', '7/19/2024') + row(40)
    expect(await sync('retraction-watch')).toMatchObject({
      did: 'Last sync: 2 notices added or updated, 1 withdrawn.',
    })
    expect((await updatesIn(db)).map(({ doi }) => doi)).not.toContain('10.1000/p19')
  })

  test.each([
    ['before its rows are saved', rows(20), 1, 0],
    ['before rows are taken away', rows(19), 2, 20],
  ])('a list sync that loses its lock %s writes nothing more', async (_, next, lostAt, left) => {
    const db = await open()
    const first = siteAt(db)
    if (left > 0) {
      sources.lists['/retraction_watch.csv'] = rows(20)
      await first.sync('retraction-watch')
    }
    sources.lists['/retraction_watch.csv'] = next
    let held: object[] = []
    const losing = beforeTransaction(db, lostAt, async () => {
      await takeOver(db, 'retraction-watch')
      held = await heldRows(db)
    })
    expect(await siteAt(losing).sync('retraction-watch')).toEqual({ kind: 'busy' })
    expect(await updatesIn(db)).toHaveLength(left)
    expect(await heldRows(db)).toEqual(held)
  })

  test('the list’s coverage survives a crash at any point', async () => {
    sources.lists['/retraction_watch.csv'] = rows(20)
    /** A first run, in which the clock stops the world at one look at it; and how often it was looked at. */
    const runUntil = async (db: Db, deathly: number): Promise<number> => {
      const { sync, web } = siteAt(db)
      const { now } = web
      let looks = 0
      web.now = () => {
        looks += 1
        if (looks === deathly) throw new Error('kill -9')
        return now()
      }
      await sync('retraction-watch').catch(() => {})
      return looks
    }
    const looks = await runUntil(await open(), 0)
    expect(looks).toBeGreaterThan(3)
    for (let deathly = 1; deathly <= looks; deathly++) {
      const db = await open()
      await runUntil(db, deathly)
      const later = siteAt(db)
      later.clock.now += 10 * 60_000
      await later.sync('retraction-watch')
      expect(await reachOf(db, 'retraction-watch'), `dead at look ${deathly}`).toMatchObject({
        reachesTo: '2024-07-18',
      })
      expect(await updatesIn(db)).toHaveLength(20)
    }
  })

  test('a truncated list removes nothing', async () => {
    const db = await open()
    const { sync } = siteAt(db)
    sources.lists['/retraction_watch.csv'] = rows(20)
    await sync('retraction-watch')
    sources.lists['/retraction_watch.csv'] = rows(10)
    expect(await sync('retraction-watch')).toMatchObject({ did: 'Last sync: 0 notices added or updated.' })
    expect(await updatesIn(db)).toHaveLength(20)
  })

  test.each([
    ['html', 'It returned a web page instead of its file.'],
    ['cut', 'It could not be reached, or the connection broke.'],
  ] as const)('a list received as %s changes nothing', async (failure, sentence) => {
    const db = await open()
    const { sync } = siteAt(db)
    sources.lists['/retraction_watch.csv'] = rows(3)
    await sync('retraction-watch')
    sources.fail(failure, failure, failure, failure)
    expect(await sync('retraction-watch')).toMatchObject({ kind: 'failed', sentence })
    expect(await updatesIn(db)).toHaveLength(3)
    expect(await reachOf(db, 'retraction-watch')).toMatchObject({ askedAt: noon, failure: { sentence } })
  })

  test.each([
    ['that is refused', { status: 403 }, 'It returned error 403.'],
    ['that has moved away', { status: 404 }, 'It returned error 404.'],
  ] as const)('a list %s is reported and imports nothing', async (_, failure, sentence) => {
    const db = await open()
    sources.lists['/retraction_watch.csv'] = rows(3)
    sources.fail(failure, failure, failure, failure)
    expect(await siteAt(db).sync('retraction-watch')).toEqual({ kind: 'failed', sentence, retryAfter: null })
    expect(await updatesIn(db)).toEqual([])
  })

  test('a list is requested conditionally only with a known ETag, leaving no temporary file', async () => {
    const db = await open()
    sources.lists['/retraction_watch.csv'] = `\ufeff${rows(3)}`
    const { sync } = siteAt(db)
    expect(await sync('retraction-watch')).toMatchObject({ did: 'Last sync: 3 notices added or updated.' })
    await sync('retraction-watch')
    const [first, second] = sources.requests.map(({ headers }) => headers)
    expect([first?.['if-none-match'], second?.['if-none-match']]).toEqual([undefined, expect.stringMatching(/^"/)])
    expect(first?.accept).toMatch(/^text\/csv/)
    expect(existsSync(join(folder, 'known-sync')) && readdirSync(join(folder, 'known-sync'))).toEqual([])
  })

  test.each([
    ['a page', '\n  <html><p>Sign in', 'It returned a web page instead of its file.'],
    ['columns that name a page', 'a,<html>\n', 'Its file has unexpected columns: a,<html>'],
    ['columns without end', 'x'.repeat(500), `Its file has unexpected columns: ${'x'.repeat(120)}`],
    ['nothing', '', 'Its file has unexpected columns: '],
  ])('a list consisting of %s is rejected', async (_, text, sentence) => {
    sources.lists['/flora.csv'] = text
    expect(await siteAt(await open()).sync('forrt')).toMatchObject({ kind: 'failed', sentence })
  })

  test('a list with changed columns is rejected, naming them', async () => {
    const db = await open()
    const { sync } = siteAt(db)
    sources.lists['/flora.csv'] = 'original,replication,outcome\n10.1000/a,10.1000/b,failed\n'
    expect(await sync('forrt')).toMatchObject({
      kind: 'failed',
      sentence: 'Its file has unexpected columns: original,replication,outcome',
    })
  })

  test('the replication list is synced the same way', async () => {
    const db = await open()
    const { sync } = siteAt(db)
    const flora = (numbers: number[]) =>
      `doi_o,doi_r,outcome,year_r\n${numbers.map(number => `"10.1000/o","10.1000/r${number}","failed",2024`).join('\n')}\n`
    sources.lists['/flora.csv'] = flora([...Array(12).keys()])
    expect(await sync('forrt')).toMatchObject({ did: 'Last sync: 12 replications added or updated.' })
    sources.lists['/flora.csv'] = flora([...Array(11).keys()])
    expect(await sync('forrt')).toMatchObject({
      did: 'Last sync: 0 replications added or updated, 1 withdrawn.',
    })
    expect(await reachOf(db, 'forrt')).toMatchObject({ reachesTo: '2024' })
  })

  test('a disabled list is not fetched', async () => {
    const { sync } = siteAt(await open(), { FORRT_URL: 'off' })
    expect(await sync('forrt')).toEqual({ kind: 'off' })
    expect(sources.requests).toEqual([])
  })
})
