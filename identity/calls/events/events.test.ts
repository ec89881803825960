import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { bytesOf, keepEvents, mostBytesADay } from './store.ts'

const telemetry = {
  event_id: 'event-id-1',
  app_session_id: 'app-session-id-1',
  persistent_id: 'persistent-id-1',
  client_sent_at: '2026-01-02T03:04:05.678Z',
  timezone: 'Europe/Zurich',
  app: { identifier: 'localhost' },
  sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.18.7' },
}

const withEvents = async (settings: Record<string, string> = {}) => {
  const identity = await identityUnderTest(settings)
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    identity.app.request('/sdk/v1/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const event = (name: string, public_token = identity.publicToken) => ({
    telemetry,
    event: { public_token, event_name: name, details: { email: '<b>a@example.org</b>' } },
  })
  const stored = () => identity.db.selectFrom('telemetry_events').selectAll().execute()
  return { ...identity, send, event, stored }
}

describe('telemetry', () => {
  test('telemetry is stored without credentials', async () => {
    const { send, event, stored, project } = await withEvents()
    expect((await send([event('sdk_instance_instantiated'), event('email_sent')])).status).toBe(200)
    const rows = await stored()
    expect(rows.map(row => row.event_name).toSorted()).toEqual(['email_sent', 'sdk_instance_instantiated'])
    expect(rows[0]).toMatchObject({ project_id: (await project()).id })
  })

  test('telemetry events of another project in the batch are dropped', async () => {
    const { send, event, stored } = await withEvents()
    expect((await send([event('a'), event('b', 'public-token-test-other')])).status).toBe(200)
    expect((await stored()).map(row => row.event_name)).toEqual(['a'])
  })

  test.each([0, 16, 1_000])('a telemetry batch of %i events is rejected', async size => {
    const { send, event, stored } = await withEvents()
    expect((await send(Array.from({ length: size }, () => event('a')))).status).toBeLessThan(500)
    expect(await stored()).toEqual([])
  })

  test('telemetry for an unknown project or from a disallowed origin is rejected', async () => {
    const { send, event, stored } = await withEvents()
    expect((await send([event('a', 'nobody')])).status).toBe(401)
    expect((await send([event('a')], { Origin: 'https://evil.example' })).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('telemetry is rate limited per IP address', async () => {
    const { send, event } = await withEvents()
    const statuses: number[] = []
    for (let round = 0; round < 121; round++) statuses.push((await send([event('a')])).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(120)
    const last = await send([event('a')])
    expect([last.status, Number(last.headers.get('Retry-After')) > 0]).toEqual([429, true])
  })
})

const day = 24 * 60 * 60_000

describeStore<Tables>('a day’s telemetry of a project', migrations, (open, store) => {
  const setUp = async () => {
    const { url } = store.placeOf(await open())
    const provider = await withEvents({
      LIMITS_SCALE: '1000',
      ...(url !== undefined && { IDENTITY_DATABASE_URL: url }),
    })
    const { db, clock, send, event, stored, project } = provider
    // The current day on the clock's start time. Older rows may be purged meanwhile.
    const today = clock.now - (clock.now % day)
    clock.now = today + day / 2
    const send1 = async () => (await send([event('a')])).status
    await send1()
    const [row] = await stored()
    if (row === undefined) throw new Error('The first event was not kept.')
    const counted = () => db.selectFrom('telemetry_days').select(['day', 'bytes']).orderBy('day').execute()
    /** Leaves room for so many more events like the first. */
    const leaveRoomFor = (events: number) =>
      db
        .updateTable('telemetry_days')
        .set({ bytes: mostBytesADay - events * bytesOf(row) })
        .execute()
    return { ...provider, send1, counted, leaveRoomFor, size: bytesOf(row), project, today }
  }

  test('telemetry is counted in UTF-8 bytes per day', async () => {
    const { send1, counted, size, clock, stored, today } = await setUp()
    await send1()
    expect(await counted()).toEqual([{ day: today, bytes: 2 * size }])
    const [row] = await stored()
    expect(row === undefined ? 0 : bytesOf({ ...row, event: `${row.event}é` })).toBe(size + 2)
    clock.now = today + day - 1
    await send1()
    clock.now = today + day
    await send1()
    expect(await counted()).toEqual([
      { day: today, bytes: 3 * size },
      { day: today + day, bytes: size },
    ])
  })

  test('telemetry is stored up to the daily byte limit, then accepted and dropped until the day ends', async () => {
    const { send1, leaveRoomFor, stored, clock } = await setUp()
    await leaveRoomFor(1)
    expect([await send1(), (await stored()).length]).toEqual([200, 2])
    for (const _ of [1, 2, 3]) expect([await send1(), (await stored()).length]).toEqual([200, 2])
    clock.now += day / 2
    expect([await send1(), (await stored()).length]).toEqual([200, 3])
  })

  test('a telemetry batch over the limit is dropped whole and blocks smaller ones after it', async () => {
    const { send, event, leaveRoomFor, stored } = await setUp()
    await leaveRoomFor(1)
    expect((await send([event('a'), event('b')])).status).toBe(200)
    expect((await send([event('a')])).status).toBe(200)
    expect((await stored()).length).toBe(1)
  })

  test('the telemetry limit is exact for concurrent batches', async () => {
    const { send1, leaveRoomFor, stored } = await setUp()
    for (let round = 1; round <= 5; round++) {
      await leaveRoomFor(7)
      const before = (await stored()).length
      expect(new Set(await Promise.all(Array.from({ length: 20 }, send1)))).toEqual(new Set([200]))
      expect((await stored()).length - before).toBe(7)
    }
  })

  test('the first dropped telemetry batch of a day is distinguished from later ones', async () => {
    const { db, stored, leaveRoomFor, clock } = await setUp()
    await leaveRoomFor(1)
    const [row] = await stored()
    if (row === undefined) throw new Error('The first event was not kept.')
    const keep = (event_id: string) =>
      keepEvents(db, {
        projectId: row.project_id,
        rows: [{ ...row, event_id: event_id.padEnd(row.event_id.length) }],
        now: clock.now,
      })
    expect([await keep('2'), await keep('3'), await keep('4')]).toEqual(['kept', 'first-dropped', 'dropped'])
  })

  test('telemetry of one project does not use up another project’s limit', async () => {
    const { send1, leaveRoomFor, db, project, stored } = await setUp()
    await leaveRoomFor(0)
    await db.updateTable('telemetry_days').set({ project_id: 'another' }).execute()
    expect([await send1(), (await stored()).length]).toEqual([200, 2])
    const { id } = await project()
    expect((await db.selectFrom('telemetry_days').select('project_id').execute()).map(row => row.project_id)).toEqual(
      expect.arrayContaining(['another', id]),
    )
  })
})
