import { hash, randomBytes } from 'node:crypto'
import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { deleteUser } from '../users/index.ts'
import { followChanges, forgetChanges } from './changes.ts'
import { createSessionLookup, revokeSessions } from './store.ts'

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
      ...{ project_id: project, user_id: userId, status: 'active', roles: '[]', external_id: null, version: 1 },
      ...{ ...times, ...name, ...metadata },
    })
    .execute()
  const tokens = Array.from({ length: sessions }, () => randomBytes(32).toString('base64url'))
  for (const [n, token] of tokens.entries()) {
    await db
      .insertInto('sessions')
      .values({
        ...{ project_id: project, session_id: `${userId}-${n}`, user_id: userId, version: 1 },
        token_hash: hash('sha256', token, 'base64url'),
        ...{ started_at: now, last_accessed_at: now, expires_at: now + hour, ends_at: now + hour, revoked_at: null },
        ...{ ip_address: '', user_agent: '', factors: '[]', custom_claims: '{}' },
      })
      .execute()
  }
  return tokens
}

describeStore<Tables>('the look-up of a session', migrations, (open, store) => {
  /** Two nodes, and whoever they find for a token. */
  const setUp = async () => {
    const db = await open()
    const other = await store.openAgain(db)
    const nodes = [createSessionLookup(db), createSessionLookup(other)]
    const found = async (token: string, at = now) =>
      Promise.all(nodes.map(async find => (await find(project, token, at))?.id ?? null))
    return { db, other, nodes, found }
  }

  test('finds it again and again', async () => {
    const { db, found, nodes } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    const first = await nodes[0]?.(project, token, now)
    expect(first).toMatchObject({ id: 'ada-0', userId: 'ada', expiresAt: now + hour, userVersion: 1 })
    expect(await nodes[0]?.(project, token, now)).toEqual(first)
    expect(await found(token)).toEqual(['ada-0', 'ada-0'])
  })

  test('finds it in its own project alone', async () => {
    const { db, nodes, found } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    await found(token)
    for (const find of nodes) expect(await find('project-test-2', token, now)).toBeNull()
    expect(await found(token)).toEqual(['ada-0', 'ada-0'])
  })

  test('does not find one that has expired', async () => {
    const { db, found } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    await found(token)
    expect(await found(token, now + hour)).toEqual([null, null])
  })

  test.each(['here', 'on another node'])('does not find one that was revoked %s, from then on', async where => {
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
  })

  test('is not misled by a change that is undone', async () => {
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

  test('does not find one whose user was removed, nor by a token that was replaced', async () => {
    const { db, other, found } = await setUp()
    const [token = '', replaced = ''] = await addUser(db, 'ada', 2)
    await found(token)
    await found(replaced)
    await other.updateTable('sessions').set({ token_hash: 'new' }).where('session_id', '=', 'ada-1').execute()
    expect(await found(replaced)).toEqual([null, null])
    await other.transaction().execute(tx => deleteUser(tx, project, 'ada'))
    expect(await found(token)).toEqual([null, null])
  })

  test('tells the version of the user and of the session as they are now', async () => {
    const { db, other, nodes } = await setUp()
    const [token = ''] = await addUser(db, 'ada')
    const versions = async () => {
      const session = await nodes[0]?.(project, token, now)
      return [session?.version, session?.userVersion]
    }
    expect(await versions()).toEqual([1, 1])
    await other.updateTable('users').set({ version: 2 }).execute()
    expect(await versions()).toEqual([1, 2])
    await db.updateTable('sessions').set({ version: 2 }).execute()
    expect(await versions()).toEqual([2, 2])
  })

  test('is right among many changes and look-ups at once', async () => {
    const { db, other, nodes } = await setUp()
    const tokens = await addUser(db, 'ada', 40)
    const revoked = new Set<string>()
    const wrong: string[] = []
    const look = async (find: (typeof nodes)[number], n: number) => {
      const token = tokens[n % tokens.length] ?? ''
      const wasRevoked = revoked.has(token)
      const session = await find(project, token, now)
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
      const looks = Array.from({ length: 40 }, (_, other) => nodes.map(find => look(find, other)))
      await Promise.all([end(2 * n), ...looks.flat(), end(2 * n + 1)])
      for (const find of nodes) await look(find, 2 * n)
    }
    expect(wrong).toEqual([])
    expect(revoked.size).toBe(40)
  })
})

describe('what is known of changes', () => {
  describeStore<Tables>('where it can be followed', migrations, (open, store) => {
    test('says of each user whether it is old', async () => {
      const db = await open()
      const changes = followChanges(db)
      if (store.engine === 'postgres') return expect(changes).toBeNull()
      if (changes === null) throw new Error('SQLite tells of changes.')
      await addUser(db, 'ada')
      await addUser(db, 'bob')
      const before = await changes.catchUp()
      await db.updateTable('users').set({ version: 2 }).where('user_id', '=', 'ada').execute()
      const after = await changes.catchUp()
      expect([changes.isUnchangedSince('ada', before), changes.isUnchangedSince('bob', before)]).toEqual([false, true])
      expect(changes.isUnchangedSince('ada', after)).toBe(true)
      return undefined
    })

    test.skipIf(store.engine === 'postgres').each([
      ['more changes than are read at once', 1_200, 0],
      ['changes that were swept away unread', 30, 20],
    ])('is nothing after %s', async (_, updates, swept) => {
      const db = await open()
      const changes = followChanges(db)
      await addUser(db, 'ada')
      await addUser(db, 'bob')
      await db.updateTable('users').set({ version: 2 }).execute()
      const before = (await changes?.catchUp()) ?? 0
      await db.transaction().execute(async tx => {
        for (let n = 0; n < updates; n++) {
          await tx.updateTable('users').set({ version: n }).where('user_id', '=', 'ada').execute()
        }
      })
      await db
        .deleteFrom('session_changes')
        .where('change_id', '<=', before + swept)
        .execute()
      const after = (await changes?.catchUp()) ?? 0
      expect(after).toBe(before + updates)
      expect([changes?.isUnchangedSince('ada', before), changes?.isUnchangedSince('bob', before)]).toEqual([
        false,
        swept === 0 && updates < 1_000,
      ])
      expect(changes?.isUnchangedSince('bob', after)).toBe(true)
    })

    test.skipIf(store.engine === 'postgres')('is kept for a while, and numbered on', async () => {
      const db = await open()
      const changes = followChanges(db)
      await db
        .insertInto('session_changes')
        .values([1, 2, 10_002].map(change_id => ({ change_id, user_id: 'ada' })))
        .execute()
      await forgetChanges(db)
      const ids = await db.selectFrom('session_changes').select('change_id').execute()
      expect(ids.map(row => row.change_id)).toEqual([10_002])
      await addUser(db, 'ada')
      await db.updateTable('users').set({ version: 2 }).execute()
      expect(await changes?.catchUp()).toBe(10_003)
    })
  })
})
