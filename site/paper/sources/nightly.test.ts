import { createOutbox, type OutboxTables, outboxMigrations } from '@corroborate/server-kit/outbox'
import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEventSources } from '../../testing/index.ts'
import { type KnownTables, knownMigrations, type SourceTables, sourcesMigration } from '../known/index.ts'
import { createSyncJobs, nextNight, nextRun, planNight, type SourceJobs } from './nightly.ts'
import { createWeb, type SyncOutcome } from './sync.ts'

const origin = 'https://papers.example.org'
const noon = Date.parse('2026-11-22T12:00:00Z')
const hour = 3_600_000

describe('next nightly run', () => {
  test('the next run is between two and five at night, at the same time each night', () => {
    const next = nextNight(noon, origin)
    const start = Date.parse('2026-11-23T02:00:00Z')
    expect(next).toBeGreaterThanOrEqual(start)
    expect(next).toBeLessThan(start + 3 * hour)
    expect(nextNight(next - 1, origin)).toBe(next)
    expect(nextNight(next, origin)).toBe(next + 24 * hour)
    expect(nextNight(noon, 'https://other.example.org')).not.toBe(next)
  })

  test('the time of the run differs by site to spread the load on sources', () => {
    const times = Array.from({ length: 200 }, (_, n) => nextNight(noon, `https://site${n}.example`) - noon)
    expect(Math.min(...times)).toBeLessThan(14.5 * hour)
    expect(Math.max(...times)).toBeGreaterThan(16.5 * hour)
  })

  test('the next run is earlier after a failure and later after a manual one', () => {
    const failed = (retryAfter: number | null) =>
      nextRun({ kind: 'failed', sentence: '', retryAfter }, noon, origin) - noon
    expect(failed(null)).toBe(hour)
    expect(failed(1000)).toBe(hour)
    expect(failed(2 * hour)).toBe(2 * hour)
    expect(failed(99 * hour)).toBe(nextNight(noon, origin) - noon)
    expect(nextRun({ kind: 'stopped' }, noon, origin)).toBe(noon + 60_000)
    expect(nextRun({ kind: 'busy' }, noon, origin)).toBe(nextNight(noon, origin))
    expect(nextRun({ kind: 'done', did: '' }, noon, origin)).toBe(nextNight(noon, origin))
  })
})

const migrations = [...knownMigrations, sourcesMigration, ...outboxMigrations]

describeStore<KnownTables & SourceTables & OutboxTables>('the nightly runs', migrations, open => {
  test('one nightly run is scheduled across nodes, and each schedules the next, even after failing', async () => {
    const db = await open()
    const sources = await startEventSources()
    onTestFinished(() => sources.close())
    const settings = readSettings({
      SITE_ORIGIN: origin,
      SMTP_URL: 'smtp://localhost:25',
      CROSSREF_URL: sources.url,
      RETRACTION_WATCH_URL: 'off',
      FORRT_URL: 'off',
    })
    const clock = { now: noon }
    const web = { ...createWeb(settings, () => clock.now), wait: async () => {} }
    const { logger } = testLogger()
    const outboxDb = db.$pickTables<'outbox'>()
    const schedule = { db: outboxDb, outbox: createOutbox<SourceJobs>(outboxDb, { logger, now: () => clock.now }) }
    const planned = () => db.selectFrom('outbox').select(['kind', 'key', 'due_at']).execute()
    const night = nextNight(noon, origin)

    await planNight(schedule, { settings, web })
    clock.now += 1000
    await planNight(schedule, { settings, web })
    expect(await planned()).toEqual([{ kind: 'known.sync', key: 'crossref', due_at: night }])

    await db.deleteFrom('outbox').execute()
    await db
      .insertInto('known_sources')
      .values({ source: 'crossref', held_until: 0, progress: '{"doneThrough":"2026-11-20","window":null}' })
      .execute()
    clock.now = night
    const outcomes: SyncOutcome[] = []
    const jobs = createSyncJobs(
      schedule,
      { db: db.$pickTables<keyof (KnownTables & SourceTables)>(), settings, web },
      (_, outcome) => outcomes.push(outcome),
    )
    const run = () =>
      jobs['known.sync'](
        { source: 'crossref' },
        { id: '1', key: null, attempt: 1, enqueuedAt: night, signal: new AbortController().signal },
      )
    sources.fail({ status: 403 }, { status: 403 }, { status: 403 }, { status: 403 })
    await run()
    expect(await planned()).toMatchObject([{ due_at: night + hour }])
    await db.deleteFrom('outbox').execute()
    await run()
    expect(await planned()).toMatchObject([{ due_at: night + 24 * hour }])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'done'])
  })
})
