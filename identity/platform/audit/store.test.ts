import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '@corroborate/server-kit/database'
import { providerTables } from '@corroborate/server-kit/retention'
import { describeStore } from '@corroborate/server-kit/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../database/index.ts'
import {
  type AuditEntry,
  audit,
  auditMigrations,
  noteLine,
  readAudit,
  readEntriesWithoutLine,
  sweepAudit,
} from './store.ts'

const now = 1_800_000_000_000
const request = { id: 'request-1', now, address: '192.0.2.1', userAgent: 'Firefox', origin: null }
const password = { type: 'password', delivery_method: 'knowledge' }
const totp = { type: 'totp', delivery_method: 'authenticator_app' }
const operator = {
  ...{ type: 'impersonated', delivery_method: 'impersonation' },
  impersonated_factor: { impersonator_id: 'operator:ada' },
}

type Written = Partial<Pick<AuditEntry, 'projectId' | 'action' | 'actor' | 'userId' | 'details'>> & {
  at?: number
  request?: typeof request
}

describeStore<Tables>('the audit log', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const write = ({ at = now, request, ...entry }: Written = {}) => {
      const when = request === undefined ? { at } : { request }
      return audit(db, { projectId: 'ours', action: 'session.issued', actor: 'anonymous', ...when, ...entry })
    }
    const read = (wanted: Partial<Parameters<typeof readAudit>[1]> = {}) =>
      readAudit(db, { projectId: 'ours', limit: 10, ...wanted })
    const run = <Result>(act: (tx: Parameters<typeof noteLine>[0]) => Promise<Result>) => db.transaction().execute(act)
    return { db, write, read, run }
  }

  test('an audit entry contains the action, its request and its details', async () => {
    const { write, read } = await setUp()
    await write({ action: 'email.added', request, userId: 'mo', details: { email: 'mo@example.org' } })
    expect(await read()).toEqual([
      {
        audit_id: expect.stringMatching(/^audit-[\da-f-]{36}$/),
        at: new Date(now).toISOString(),
        actor: 'anonymous',
        user_id: 'mo',
        action: 'email.added',
        factor: null,
        ip_address: '192.0.2.1',
        user_agent: 'Firefox',
        request_id: 'request-1',
        details: { email: 'mo@example.org' },
      },
    ])
  })

  test('an audit entry without a request or user leaves those fields null', async () => {
    const { write, read } = await setUp()
    await write({ actor: 'operator:ada' })
    expect(await read()).toEqual([
      {
        ...{ audit_id: expect.any(String), at: new Date(now).toISOString(), action: 'session.issued', details: {} },
        ...{ actor: 'operator:ada', user_id: null, factor: null },
        ...{ ip_address: null, user_agent: null, request_id: null },
      },
    ])
  })

  test.each([
    [
      'a user of their own account',
      [password, totp],
      undefined,
      ['mo', 'mo', 'password/knowledge + totp/authenticator_app'],
    ],
    ['a user of another', [password], 'sue', ['mo', 'sue', 'password/knowledge']],
    ['a user of the project', [password], null, ['mo', null, 'password/knowledge']],
    [
      'an operator in a user’s place',
      [password, operator],
      undefined,
      ['operator:ada', 'mo', 'password/knowledge + impersonated/impersonation'],
    ],
  ])('an audit entry names the actor and their factors: %s', async (_, factors, userId, named) => {
    const { write, read } = await setUp()
    await write({ actor: { userId: 'mo', factors }, userId })
    expect((await read()).map(entry => [entry.actor, entry.user_id, entry.factor])).toEqual([named])
  })

  test('the audit log is read newest first, page by page, including equal timestamps', async () => {
    const { write, read } = await setUp()
    for (const at of [now, now + 2, now + 1, now + 1, now + 1]) await write({ at })
    const all = await read()
    const places = all.map(({ at, audit_id: auditId }) => ({ at: Date.parse(at), auditId }))
    expect(places.map(({ at }) => at - now)).toEqual([2, 1, 1, 1, 0])
    const ofOneMoment = places.slice(1, 4).map(({ auditId }) => auditId)
    expect(ofOneMoment).toEqual(ofOneMoment.toSorted().toReversed())
    expect(await read({ limit: 2 })).toEqual(all.slice(0, 2))
    for (const [n, after] of places.entries()) expect(await read({ after })).toEqual(all.slice(n + 1))
  })

  test.each([
    [{ userId: 'mo' }, ['1', '2']],
    [{ userId: 'nobody' }, []],
    [{ action: 'email.added' }, ['1', '3']],
    [{ actions: ['email.added', 'session.revoked'] }, ['1', '2', '3']],
    [{ actor: 'sue' }, ['3']],
    [{ since: now + 2 }, ['2', '3']],
    [{ until: now + 2 }, ['0', '1']],
    [{ since: now + 1, until: now + 2 }, ['1']],
    [{ projectId: 'theirs' }, ['4']],
    [{ userId: 'mo', action: 'email.added' }, ['1']],
  ])('the audit log is filtered by %j', async (wanted, found) => {
    const { write, read } = await setUp()
    const entries: Written[] = [
      {},
      { userId: 'mo', action: 'email.added' },
      { userId: 'mo', action: 'session.revoked' },
      { userId: 'sue', actor: 'sue', action: 'email.added' },
      { userId: 'zoe', actor: 'zoe', action: 'email.added', projectId: 'theirs' },
    ]
    for (const [n, entry] of entries.entries()) await write({ at: now + n, ...entry, details: { n: String(n) } })
    expect((await read(wanted)).map(({ details }) => details.n).toReversed()).toEqual(found)
  })

  test('entries without a number are numbered oldest first, across projects', async () => {
    const { write, read, run } = await setUp()
    await write({ at: now + 2 })
    await write({ at: now + 1, projectId: 'theirs', details: { n: 1 } })
    for (let n = 0; n < 3; n++) await write({ at: now })
    const waiting = (limit = 10) => run(tx => readEntriesWithoutLine(tx, limit))
    const all = await waiting()
    expect(all.map(({ at }) => Date.parse(at) - now)).toEqual([0, 0, 0, 1, 2])
    const ofOneMoment = all.slice(0, 3).map(entry => entry.audit_id)
    expect(ofOneMoment).toEqual(ofOneMoment.toSorted())
    const [entry] = await read({ projectId: 'theirs' })
    expect(all[3]).toEqual({ project_id: 'theirs', ...entry })
    expect(await waiting(2)).toEqual(all.slice(0, 2))
    const [first, second] = all
    await run(tx => noteLine(tx, 'ours', first?.audit_id ?? '', 7))
    await run(tx => noteLine(tx, 'theirs', second?.audit_id ?? '', 8))
    expect(await waiting()).toEqual(all.slice(1))
  })

  test('entries past their retention period are purged in every project', async () => {
    const { db, write, read } = await setUp()
    const oldest = now - providerTables.audit_log.ms
    for (const at of [oldest - 1, oldest, now]) await write({ at })
    await write({ at: oldest - 1, projectId: 'theirs' })
    await sweepAudit(db, now)
    expect((await read()).map(({ at }) => Date.parse(at))).toEqual([now, oldest])
    expect(await read({ projectId: 'theirs' })).toEqual([])
  })
})

test('reading and purging the audit log use indexes at any size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'audit-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'test.db')
  const db = await openDatabase<Tables>({ file, migrations: auditMigrations, now: Date.now })
  onTestFinished(() => db.destroy())
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  for (const by of [{}, { userId: 'mo' }, { actor: 'mo' }, { action: 'email.added' }]) {
    await readAudit(db, { projectId: 'ours', limit: 10, ...by, after: { at: now, auditId: 'audit-1' } })
  }
  await db.transaction().execute(tx => readEntriesWithoutLine(tx, 10))
  await sweepAudit(db, now)
  const asked = prepare.mock.calls.map(([text]) => text).filter(text => text.includes('audit_log'))
  const plans = asked.map(text => sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db))
  const steps = (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
  expect(steps.flatMap(step => / USING INDEX (\w+)/.exec(step)?.[1] ?? [])).toEqual([
    'audit_log_pages_by_time',
    'audit_log_pages_of_user',
    'audit_log_pages_by_actor',
    'audit_log_pages_by_action',
    'audit_log_without_line',
    'audit_log_by_age',
  ])
  expect(steps).not.toContain('USE TEMP B-TREE FOR ORDER BY')
})
