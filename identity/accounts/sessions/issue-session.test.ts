import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/store.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { createUser, isActive } from '../users/index.ts'
import { type Held, holdUser } from './hold-user.ts'
import { issueSession, type SessionToIssue } from './issue-session.ts'
import type { LiveSession } from './live-session.ts'
import { sweepSessions } from './session-desk.ts'
import { extendSession, revokeSessions, sessionPart } from './store.ts'

const now = 1_800_000_000_000
const minute = 60_000
const request = { id: 'test', now, address: '192.0.2.1', userAgent: '', origin: null }
const knowledge = { type: 'password', delivery_method: 'knowledge' } as const
const app = {
  type: 'totp',
  delivery_method: 'authenticator_app',
  authenticator_app_factor: { totp_id: 'totp-test-1' },
} as const

describeStore<Tables>('whoever proves a factor', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const ada = await db.transaction().execute(tx => createUser(tx, project, {}, now))
    const prove = async (
      session: LiveSession | null,
      more: Partial<SessionToIssue> = {},
      { before = async () => {}, user = ada }: { before?: (held: Held) => Promise<unknown>; user?: string } = {},
    ) => {
      const issued = await holdUser(db, { project, request, session }, user, async held => {
        await before(held)
        return issueSession(held, { factor: knowledge, durationMinutes: 60, ...more })
      })
      return issued.session
    }
    const left = async () =>
      (await db.selectFrom('sessions').select('session_id').where('revoked_at', 'is', null).execute()).map(
        ({ session_id }) => session_id,
      )
    return { db, project, ada, prove, left }
  }

  test('a sign-in creates a session extendable up to the project’s maximum and activates the user', async () => {
    const { db, project, ada, prove } = await setUp()
    expect(await isActive(db, project.id, ada)).toBe(false)
    expect(await prove(null)).toMatchObject({
      expiresAt: now + 60 * minute,
      endsAt: now + project.sessions.absoluteMinutes * minute,
    })
    expect(await isActive(db, project.id, ada)).toBe(true)
  })

  test('a temporary session cannot be extended and leaves the user’s status unchanged', async () => {
    const { db, project, ada, prove } = await setUp()
    const session = await prove(null, { durationMinutes: 30, isTemporary: true })
    expect([session.expiresAt, session.endsAt]).toEqual([now + 30 * minute, now + 30 * minute])
    expect(await extendSession(db, project, session, 60, now)).toMatchObject({ expiresAt: now + 30 * minute })
    expect(await isActive(db, project.id, ada)).toBe(false)
  })

  test('a further factor is added to the request’s session, which it can extend but never shorten', async () => {
    const { prove } = await setUp()
    const session = await prove(null)
    const shorter = await prove(session, { factor: app, durationMinutes: 5 })
    expect(shorter).toMatchObject({ id: session.id, expiresAt: now + 60 * minute })
    expect(await prove(session, { durationMinutes: 90 })).toMatchObject({ expiresAt: now + 90 * minute })
  })

  test('a proof that ended all sessions creates a new one', async () => {
    const { project, ada, prove, left } = await setUp()
    const session = await prove(null)
    const another = await prove(
      session,
      {},
      {
        before: held =>
          sessionPart.wipeUnproved?.(held.tx, { projectId: project.id, userId: ada, emailId: '', now }) ??
          expect.fail(),
      },
    )
    expect(another.id).not.toBe(session.id)
    expect(await left()).toEqual([another.id])
  })

  test('issuing a session and adding a factor are logged with factor and session', async () => {
    const { db, project, ada, prove } = await setUp()
    const { id } = await prove(await prove(null), { factor: app })
    const logged = await readAudit(db, { projectId: project.id, userId: ada, limit: 10 })
    const details = { session_id: id }
    expect(logged.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
      { action: 'session.factor_added', actor: ada, factor: 'totp/authenticator_app', details },
      { action: 'session.issued', actor: ada, factor: 'password/knowledge', details },
    ])
  })

  test('revoking or wiping ends only the user’s own sessions, except the spared one', async () => {
    const { db, project, ada, prove, left } = await setUp()
    const bob = await db.transaction().execute(tx => createUser(tx, project, {}, now))
    const [one, two, bobs] = [await prove(null), await prove(null), await prove(null, {}, { user: bob })]
    expect(await revokeSessions(db, project.id, { userId: ada, except: one.id }, now)).toBe(1)
    expect((await left()).toSorted()).toEqual([one.id, bobs.id].toSorted())
    await db
      .transaction()
      .execute(async tx => sessionPart.wipeUnproved?.(tx, { projectId: project.id, userId: ada, emailId: '', now }))
    expect(await left()).toEqual([bobs.id])
    expect(await extendSession(db, project, two, 60, now)).toBeNull()
  })

  test('a session is stored for 30 days after it expires', async () => {
    const { db, prove, left } = await setUp()
    const { id, expiresAt } = await prove(null)
    const days = 24 * 60 * minute
    await sweepSessions(db, expiresAt + 30 * days)
    expect(await left()).toEqual([id])
    await sweepSessions(db, expiresAt + 30 * days + 1)
    expect(await left()).toEqual([])
  })
})
