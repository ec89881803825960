import { expect, test } from 'vitest'
import { brought } from '../../features.ts'
import type { Database } from '../../platform/database/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { sweep } from './index.ts'

const day = 24 * 60 * 60_000

/** One row that lost its use `ago` days before `now`. */
type Make = (db: Database, projectId: string, ago: number, now: number) => Promise<unknown>

const session: Make = (db, project_id, ago, now) =>
  db
    .insertInto('sessions')
    .values({
      ...{ project_id, session_id: `session-${ago}`, user_id: 'user', token_hash: `hash-${ago}` },
      ...{ started_at: 0, last_accessed_at: 0, expires_at: now - ago * day, ends_at: now + day, revoked_at: null },
      ...{ ip_address: '', user_agent: '', factors: '[]', custom_claims: '{}' },
    })
    .execute()

const secret: Make = (db, project_id, ago, now) =>
  db
    .insertInto('single_use_secrets')
    .values({
      ...{ project_id, secret_hash: `hash-${ago}`, kind: 'magic_link', subject: 'email', user_id: 'user' },
      ...{ payload: 'null', code_challenge: null, failures: 0, created_at: 0, used_at: null },
      expires_at: now - ago * day,
    })
    .execute()

const event: Make = (db, project_id, ago, now) =>
  db
    .insertInto('telemetry_events')
    .values({
      ...{ project_id, event_id: `event-${ago}`, event_name: 'x', event: '{}', telemetry: '{}', ip_address: '' },
      received_at: now - ago * day,
    })
    .execute()

const eventDay: Make = (db, project_id, ago, now) =>
  db
    .insertInto('telemetry_days')
    .values({ project_id, day: now - ago * day, bytes: 1 })
    .execute()

test.each([
  ['sessions', session, 30],
  ['single_use_secrets', secret, 1],
  ['telemetry_events', event, 90],
  ['telemetry_days', eventDay, 2],
] as const)(
  '8: the sweep removes rows of %s when they lost their use long enough ago, and no others',
  async (...of) => {
    const [table, make, days] = of
    const { db, project, clock } = await identityUnderTest()
    const { id } = await project()
    // The hour before and after the moment from which they go.
    const [kept, gone] = [days - 1 / 24, days + 1 / 24]
    for (const ago of [-1, kept, gone, days + 400]) await make(db, id, ago, clock.now)
    const count = async () => (await db.selectFrom(table).select('project_id').execute()).length
    expect(await count()).toBe(4)
    await sweep(db, brought, clock.now)
    expect(await count()).toBe(2)
    await sweep(db, brought, clock.now + day / 12)
    expect(await count()).toBe(1)
  },
)
