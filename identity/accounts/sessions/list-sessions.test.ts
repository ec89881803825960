import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/store.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { createUser } from '../users/index.ts'
import { holdUser } from './hold-user.ts'
import { issueSession } from './issue-session.ts'
import { writeAccesses } from './session-desk.ts'
import { listSessions, revokeSessions } from './store.ts'

const now = 1_800_000_000_000
const minute = 60_000
const factor = { type: 'password', delivery_method: 'knowledge' } as const

describeStore<Tables>('the sessions of a user', migrations, open => {
  test('active sessions are listed most recently used first, and the session log by action', async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const [ada, bob] = await db
      .transaction()
      .execute(async tx => [await createUser(tx, project, {}, now), await createUser(tx, project, {}, now)] as const)
    const begin = (whose: string, at: number, durationMinutes = 60) => {
      const request = { id: 'test', now: at, address: '192.0.2.1', userAgent: '', origin: null }
      return holdUser(db, { project, request, session: null }, whose, async held => {
        const { session } = await issueSession(held, { factor, durationMinutes })
        return session
      })
    }
    const first = await begin(ada, now)
    const second = await begin(ada, now + minute)
    const revoked = await begin(ada, now + minute)
    await begin(ada, now, 5)
    await begin(bob, now)
    await revokeSessions(db, project.id, { sessionId: revoked.id }, now + minute)
    const at = now + 10 * minute
    const idsOf = async () => (await listSessions(db, project.id, ada, at)).map(({ id }) => id)
    expect(await idsOf()).toEqual([second.id, first.id])
    await writeAccesses(db, project.id, [first.id], at)
    expect(await idsOf()).toEqual([first.id, second.id])

    const asked = { projectId: project.id, userId: ada, limit: 10 }
    expect(await readAudit(db, { ...asked, actions: ['session.issued', 'session.revoked'] })).toHaveLength(4)
    expect(await readAudit(db, { ...asked, actions: ['email.added'] })).toEqual([])
  })
})
