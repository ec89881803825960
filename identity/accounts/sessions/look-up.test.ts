import { hash, randomBytes } from 'node:crypto'
import { describeStore } from '@corroborate/server-kit/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { createUser } from '../users/index.ts'
import { holdUser } from './hold-user.ts'
import { issueSession } from './issue-session.ts'
import { findSession } from './live-session.ts'
import { createNoteAccess, isWorthNoting, writeAccesses } from './session-desk.ts'
import { revokeSessions } from './store.ts'

const hour = 60 * 60_000
const now = Date.now()
const project = 'project-test-1'

/** A user, and as many sessions of theirs; returns the tokens. */
const addUser = async (db: Database, userId: string, sessions = 1): Promise<string[]> => {
  const times = { created_at: now, updated_at: now, signed_in_at: now }
  const name = { first_name: '', middle_name: '', last_name: '' }
  const metadata = { trusted_metadata: '{}', untrusted_metadata: '{}' }
  await db
    .insertInto('users')
    .values({
      ...{ project_id: project, user_id: userId, status: 'active', roles: '[]', external_id: null },
      ...{ ...times, ...name, ...metadata },
    })
    .execute()
  const tokens = Array.from({ length: sessions }, () => randomBytes(32).toString('base64url'))
  for (const [n, token] of tokens.entries()) {
    await db
      .insertInto('sessions')
      .values({
        ...{ project_id: project, session_id: `${userId}-${n}`, user_id: userId },
        token_hash: hash('sha256', token, 'base64url'),
        ...{ started_at: now, last_accessed_at: now, expires_at: now + hour, ends_at: now + hour, revoked_at: null },
        ...{ ip_address: '', user_agent: '', factors: '[]', custom_claims: '{}' },
      })
      .execute()
  }
  return tokens
}

describeStore<Tables>('the look-up of a session', migrations, (open, store) => {
  /** Creates two nodes and their session lookups. */
  const setUp = async () => {
    const db = await open()
    const other = await store.openAgain(db)
    const nodes = [db, other]
    const found = async (token: string, at = now) =>
      Promise.all(nodes.map(async node => (await findSession(node, project, token, at))?.id ?? null))
    return { db, other, nodes, found }
  }

  test('a session is found repeatedly', async () => {
    const { db, found } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    const first = await findSession(db, project, token, now)
    expect(first).toMatchObject({ id: 'ada-0', userId: 'ada', expiresAt: now + hour })
    expect(await findSession(db, project, token, now)).toEqual(first)
    expect(await found(token)).toEqual(['ada-0', 'ada-0'])
  })

  test('a session is found in its own project only', async () => {
    const { db, nodes, found } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    await found(token)
    for (const node of nodes) expect(await findSession(node, 'project-test-2', token, now)).toBeNull()
    expect(await found(token)).toEqual(['ada-0', 'ada-0'])
  })

  test('an expired session is not found', async () => {
    const { db, found } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    await found(token)
    expect(await found(token, now + hour)).toEqual([null, null])
  })

  test.each(['here', 'on another node'])('a session revoked %s is no longer found', async where => {
    const { db, other, found } = await setUp()
    const [token = '', second = ''] = await addUser(db, 'ada', 2)
    const [stranger = ''] = await addUser(db, 'bob')
    for (const each of [token, second, stranger]) await found(each)
    await revokeSessions(where === 'here' ? db : other, project, { sessionId: 'ada-0' }, now)
    expect(await found(token)).toEqual([null, null])
    expect(await found(second)).toEqual(['ada-1', 'ada-1'])
    expect(await found(stranger)).toEqual(['bob-0', 'bob-0'])
    await revokeSessions(where === 'here' ? db : other, project, { userId: 'ada' }, now)
    expect(await found(second)).toEqual([null, null])
    expect(await found(stranger)).toEqual(['bob-0', 'bob-0'])
  })

  test('a rolled-back revocation does not affect lookups', async () => {
    const { db, found } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    await found(token)
    const undone = db.transaction().execute(async tx => {
      await revokeSessions(tx, project, { sessionId: 'ada-0' }, now)
      expect(await found(token)).toEqual(['ada-0', 'ada-0'])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await found(token)).toEqual(['ada-0', 'ada-0'])
  })

  test('no session is found for a deleted user or by a replaced token', async () => {
    const { db, other, found } = await setUp()
    const [token = '', replaced = ''] = await addUser(db, 'ada', 2)
    await found(token)
    await found(replaced)
    await other.updateTable('sessions').set({ token_hash: 'new' }).where('session_id', '=', 'ada-1').execute()
    expect(await found(replaced)).toEqual([null, null])
    await other.transaction().execute(tx => brought.users.delete(tx, project, 'ada'))
    expect(await found(token)).toEqual([null, null])
  })

  test('8: no session is found for a user deleted while signing in', async () => {
    const { db, other, nodes } = await setUp()
    const projectOf = await createProject(db, { name: 'Test' }, now)
    const request = { id: 'test', now, address: '192.0.2.1', userAgent: '', origin: null }
    const call = { project: projectOf, request, session: null }
    for (let round = 0; round < 20; round++) {
      const userId = await db.transaction().execute(tx => createUser(tx, projectOf, {}, now))
      const signIn = (n: number) =>
        holdUser(nodes[n % 2] ?? db, call, userId, held =>
          issueSession(held, {
            factor: { type: 'password', delivery_method: 'knowledge' },
            durationMinutes: 60,
            isTemporary: n % 4 < 2,
          }),
        ).catch(error => error)
      const remove = () => other.transaction().execute(tx => brought.users.delete(tx, projectOf.id, userId))
      const signIns = Array.from({ length: 20 }, (_, n) => n)
      const outcomes = await Promise.all([...signIns.slice(0, round).map(signIn), remove(), ...signIns.map(signIn)])
      for (const outcome of outcomes.filter(outcome => outcome instanceof Error)) {
        expect(outcome).toMatchObject({ type: 'session_not_found' })
      }
      const left = await db.selectFrom('sessions').select('session_id').where('user_id', '=', userId).execute()
      expect(left).toEqual([])
    }
  })

  test('lookups stay correct under many concurrent changes', async () => {
    const { db, other, nodes } = await setUp()
    const tokens = await addUser(db, 'ada', 40)
    const revoked = new Set<string>()
    const wrong: string[] = []
    const look = async (node: Database, n: number) => {
      const token = tokens[n % tokens.length] ?? ''
      const wasRevoked = revoked.has(token)
      const session = await findSession(node, project, token, now)
      if (wasRevoked && session !== null) wrong.push(`found session ${n} after its end`)
      if (session === null && !revoked.has(token) && !ending.has(token)) wrong.push(`lost session ${n}`)
    }
    const ending = new Set<string>()
    const end = async (n: number) => {
      const token = tokens[n] ?? ''
      ending.add(token)
      await revokeSessions(n % 2 === 0 ? db : other, project, { sessionId: `ada-${n}` }, now)
      revoked.add(token)
    }
    for (let n = 0; n < 20; n++) {
      const looks = Array.from({ length: 40 }, (_, other) => nodes.map(node => look(node, other)))
      await Promise.all([end(2 * n), ...looks.flat(), end(2 * n + 1)])
      for (const node of nodes) await look(node, 2 * n)
    }
    expect(wrong).toEqual([])
    expect(revoked.size).toBe(40)
  })
})

describeStore<Tables>('the use of a session', migrations, open => {
  test('session use is recorded once a minute, by one of several concurrent requests', async () => {
    const db = await open()
    const [token = ''] = await addUser(db, 'ada')
    const use = async (at: number) => {
      const session = await findSession(db, project, token, at)
      if (session === null) throw new Error('The session is gone.')
      return session
    }
    const lastAccess = async () => (await use(now)).lastAccessedAt
    const { id } = await use(now)
    expect([now + 59_999, now + 60_000].map(at => isWorthNoting({ lastAccessedAt: now }, at))).toEqual([false, true])
    await writeAccesses(db, project, [id], now + 59_999)
    expect(await lastAccess()).toBe(now)
    await writeAccesses(db, project, [id], now + 60_000)
    expect(await lastAccess()).toBe(now + 60_000)
    await writeAccesses(db, project, [id], now + 60_001)
    expect(await lastAccess()).toBe(now + 60_000)
    await writeAccesses(db, 'another project', [id], now + 200_000)
    expect(await lastAccess()).toBe(now + 60_000)
  })

  test('the uses of several sessions are recorded in one write', async () => {
    const db = await open()
    const sessions = await Promise.all(
      ['ada', 'bob', 'eve'].map(async name => {
        const [token = ''] = await addUser(db, name)
        const session = await findSession(db, project, token, now)
        if (session === null) throw new Error('The session is gone.')
        return session
      }),
    )
    const noteAccess = createNoteAccess(db)
    for (const session of [...sessions.slice(0, 2), ...sessions.slice(0, 2)]) noteAccess(project, session, now + 90_000)
    const noted = async () => {
      const rows = await db.selectFrom('sessions').select('last_accessed_at').orderBy('last_accessed_at').execute()
      return rows.map(row => row.last_accessed_at)
    }
    await expect.poll(noted).toEqual([now, now + 90_000, now + 90_000])
  })
})

describeStore<Tables>('a database that kept the changes of sessions', migrations, (open, store) => {
  test('a restored backup keeps users and sessions but drops triggers, changes and versions', async () => {
    // As the migrations before made it.
    const db = await open()
    await sql`create table session_changes (change_id integer primary key not null, user_id text not null)`.execute(db)
    for (const table of ['users', 'sessions']) {
      await sql`alter table ${sql.table(table)} add column version bigint not null default 1`.execute(db)
      if (store.engine === 'postgres') continue
      for (const change of ['update', 'delete']) {
        await sql`
          create trigger ${sql.id(`${table}_${change}`)} after ${sql.raw(change)} on ${sql.table(table)}
          begin insert into session_changes (user_id) values (old.user_id); end
        `.execute(db)
      }
    }
    const [token = ''] = await addUser(db, 'ada')
    await sql`delete from schema_migration where name like '2026-11-24-%-without-versions'`.execute(db)

    const migrated = await store.openAgain(db)
    expect(await findSession(migrated, project, token, now)).toMatchObject({ userId: 'ada' })
    expect(await revokeSessions(migrated, project, { userId: 'ada' }, now)).toBe(1)
    await expect(sql`select * from session_changes`.execute(migrated)).rejects.toThrow(/session_changes/)
    for (const table of ['users', 'sessions']) {
      await expect(sql`select version from ${sql.table(table)}`.execute(migrated)).rejects.toThrow(/version/)
    }
  })
})
