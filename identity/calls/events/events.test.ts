import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'

const telemetry = {
  event_id: 'event-id-1',
  app_session_id: 'app-session-id-1',
  persistent_id: 'persistent-id-1',
  client_sent_at: '2026-01-02T03:04:05.678Z',
  timezone: 'Europe/Zurich',
  app: { identifier: 'localhost' },
  sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.18.7' },
}

const withEvents = async () => {
  const identity = await identityUnderTest()
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
  test('is kept, without any credentials', async () => {
    const { send, event, stored, project } = await withEvents()
    expect((await send([event('sdk_instance_instantiated'), event('email_sent')])).status).toBe(200)
    const rows = await stored()
    expect(rows.map(row => row.event_name).toSorted()).toEqual(['email_sent', 'sdk_instance_instantiated'])
    expect(rows[0]).toMatchObject({ project_id: (await project()).id })
  })

  test('of another project in the same batch is left out', async () => {
    const { send, event, stored } = await withEvents()
    expect((await send([event('a'), event('b', 'public-token-test-other')])).status).toBe(200)
    expect((await stored()).map(row => row.event_name)).toEqual(['a'])
  })

  test.each([0, 16, 1_000])('in a batch of %i is refused whole', async size => {
    const { send, event, stored } = await withEvents()
    expect((await send(Array.from({ length: size }, () => event('a')))).status).toBeLessThan(500)
    expect(await stored()).toEqual([])
  })

  test('of a project nobody knows, or from a page it does not allow, is refused', async () => {
    const { send, event, stored } = await withEvents()
    expect((await send([event('a', 'nobody')])).status).toBe(401)
    expect((await send([event('a')], { Origin: 'https://evil.example' })).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('is limited per address', async () => {
    const { send, event } = await withEvents()
    const statuses: number[] = []
    for (let round = 0; round < 121; round++) statuses.push((await send([event('a')])).status)
    expect(statuses.filter(status => status === 200)).toHaveLength(120)
    const last = await send([event('a')])
    expect([last.status, Number(last.headers.get('Retry-After')) > 0]).toEqual([429, true])
  })
})
