import { expect, test } from 'vitest'
import { brought } from '../../features.ts'
import type { Database } from '../../platform/database/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { sweep, sweepEvery } from './index.ts'

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

const auditEntry: Make = (db, project_id, ago, now) =>
  db
    .insertInto('audit_log')
    .values({
      ...{
        project_id,
        audit_id: `entry-${ago}`,
        actor: 'anonymous',
        user_id: null,
        action: 'user.updated',
        factor: null,
      },
      ...{ ip_address: null, user_agent: null, request_id: null, details: '{}', at: now - ago * day },
    })
    .execute()

/** Waits until the provider has swept as it does at its start. */
const firstSweepDone = (db: Database) => {
  const due = () => db.selectFrom('outbox').select('due_at').where('kind', '=', 'sweep').executeTakeFirst()
  return expect.poll(async () => Number((await due())?.due_at)).toBeGreaterThan(Date.now() + 60_000)
}

test.each([
  ['sessions', session, 30],
  ['single_use_secrets', secret, 1],
  ['telemetry_events', event, 90],
  ['telemetry_days', eventDay, 2],
  ['audit_log', auditEntry, 400],
] as const)('8: the purge deletes rows of %s once their retention period is over, and no others', async (...of) => {
  const [table, make, days] = of
  const { db, project, clock } = await identityUnderTest()
  const { id } = await project()
  await firstSweepDone(db)
  // The hour before and after the moment from which they go.
  const [kept, gone] = [days - 1 / 24, days + 1 / 24]
  for (const ago of [-1, kept, gone, days + 400]) await make(db, id, ago, clock.now)
  const count = async () => (await db.selectFrom(table).select('project_id').execute()).length
  expect(await count()).toBe(4)
  await sweep(db, brought, clock.now)
  expect(await count()).toBe(2)
  await sweep(db, brought, clock.now + day / 12)
  expect(await count()).toBe(1)
})

test('the purge deletes users who never verified their address within a week, and nobody else', async () => {
  const { sdk, addUser, signIn, db, clock } = await identityUnderTest()
  for (const email of ['kept@example.org', 'gone@example.org']) {
    expect((await sdk('POST', '/magic_links/email/login_or_create', { email })).status).toBe(200)
  }
  await signIn((await addUser('came@example.org')).userId)
  const hour = day / 24
  const rows = await db.selectFrom('user_emails').select(['user_id', 'email']).execute()
  for (const { user_id, email } of rows) {
    const created_at = clock.now - 7 * day + (email === 'kept@example.org' ? hour : -hour)
    await db.updateTable('users').set({ created_at }).where('user_id', '=', user_id).execute()
  }
  const left = async () =>
    (await db.selectFrom('user_emails').select('email').orderBy('email').execute()).map(row => row.email)
  await sweep(db, brought, clock.now)
  expect(await left()).toEqual(['came@example.org', 'kept@example.org'])
  expect(await db.selectFrom('users').select('user_id').execute()).toHaveLength(2)
})

test('a running provider purges at start and every hour', async () => {
  const { db, project, clock } = await identityUnderTest()
  const isNextPlanned = async () => {
    const planned = await db.selectFrom('outbox').select(['due_at', 'claim']).where('kind', '=', 'sweep').execute()
    return planned.map(({ due_at, claim }) => claim === null && Number(due_at) > clock.now + sweepEvery - day / 24 / 60)
  }
  await expect.poll(isNextPlanned).toEqual([true])
  await session(db, (await project()).id, 400, clock.now)
  // The hour is over.
  await db.updateTable('outbox').set({ due_at: 0 }).where('kind', '=', 'sweep').execute()
  const sessions = async () => (await db.selectFrom('sessions').select('session_id').execute()).length
  await expect.poll(sessions).toBe(0)
  await expect.poll(isNextPlanned).toEqual([true])
})
