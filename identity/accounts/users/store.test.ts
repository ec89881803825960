import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables, Tx } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { createUsers } from './create-users.ts'
import {
  clearOwnTexts,
  createUser,
  isActive,
  lockUser,
  lockUsers,
  noteSignIn,
  removeUserRow,
  touchUser,
  updateUser,
  userExists,
} from './store.ts'

const now = 1_800_000_000_000

describeStore<Tables>('the row of a user', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const create = (user: Parameters<typeof createUser>[2], id?: string) =>
      db.transaction().execute(tx => createUser(tx, project, user, now, id))
    const rowOf = (userId: string) =>
      db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
    return { db, project, create, rowOf }
  }

  test('a new user has only timestamps and is pending unless more is given', async () => {
    const { create, rowOf, project } = await setUp()
    const nobody = await create({})
    expect(nobody).toMatch(/^user-test-/)
    expect(await rowOf(nobody)).toEqual({
      ...{ project_id: project.id, user_id: nobody, status: 'pending', first_name: '', middle_name: '', last_name: '' },
      ...{ roles: '[]', trusted_metadata: '{}', untrusted_metadata: '{}', external_id: null, signed_in_at: null },
      ...{ created_at: now, updated_at: now },
    })
    const known = {
      ...{ firstName: 'Ada', middleName: 'King', lastName: 'Lovelace', externalId: 'e1', roles: ['moderator'] },
      ...{ trustedMetadata: { plan: 'a' }, untrustedMetadata: { theme: 'b' }, isImported: true },
    }
    expect(await rowOf(await create(known, 'user-test-own'))).toMatchObject({
      ...{ user_id: 'user-test-own', status: 'active', first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' },
      ...{ roles: '["moderator"]', trusted_metadata: '{"plan":"a"}', untrusted_metadata: '{"theme":"b"}' },
      ...{ external_id: 'e1', signed_in_at: null },
    })
  })

  test('a user exists until deleted, once', async () => {
    const { db, project, create } = await setUp()
    const ada = await create({})
    const remove = () => db.transaction().execute(tx => removeUserRow(tx, project.id, ada))
    expect([await userExists(db, project.id, ada), await userExists(db, 'another', ada)]).toEqual([true, false])
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await userExists(db, project.id, ada)).toBe(false)
  })

  test('the first sign-in activates a user and sets both timestamps', async () => {
    const { db, project, create, rowOf } = await setUp()
    const ada = await create({})
    const signIn = (at: number, projectId = project.id) =>
      db.transaction().execute(tx => noteSignIn(tx, projectId, ada, at))
    expect([await isActive(db, project.id, ada), await signIn(now, 'another')]).toEqual([false, false])
    expect(await signIn(now + 10)).toBe(true)
    expect(await isActive(db, project.id, ada)).toBe(true)
    expect(await rowOf(ada)).toMatchObject({ created_at: now + 10, updated_at: now + 10, signed_in_at: now + 10 })
    // In the same millisecond: still not a first one.
    await signIn(now + 10)
    expect(await rowOf(ada)).toMatchObject({ created_at: now + 10, updated_at: now + 11 })
    await signIn(now + 30)
    expect(await rowOf(ada)).toMatchObject({ created_at: now + 10, updated_at: now + 30, signed_in_at: now + 30 })
  })

  test('touching a user updates updated_at, and created_at too while they never signed in', async () => {
    const { db, project, create, rowOf } = await setUp()
    const [pending, active] = [await create({}), await create({ isImported: true })]
    for (const user of [pending, active]) await db.transaction().execute(tx => touchUser(tx, project.id, user, now + 5))
    expect(await rowOf(pending)).toMatchObject({ created_at: now + 5, updated_at: now + 5 })
    expect(await rowOf(active)).toMatchObject({ created_at: now, updated_at: now + 5 })
  })

  test.each([
    [{ name: { first_name: 'Eva' } }, { first_name: 'Eva' }],
    [{ name: { middle_name: 'Maria' } }, { middle_name: 'Maria' }],
    [{ name: { last_name: 'Byron' } }, { last_name: 'Byron' }],
    [{ untrustedMetadata: { theme: 'dark' } }, { untrusted_metadata: '{"theme":"dark"}' }],
    [{ trustedMetadata: { plan: 'big' } }, { trusted_metadata: '{"plan":"big"}' }],
    [{ roles: [] }, { roles: '[]' }],
  ])('an update of %j changes that field only', async (change, changed) => {
    const { db, project, create, rowOf } = await setUp()
    const ada = await create({
      ...{ firstName: 'Ada', middleName: 'King', lastName: 'Lovelace', roles: ['moderator'], isImported: true },
      ...{ trustedMetadata: { plan: 'a' }, untrustedMetadata: { theme: 'b' } },
    })
    const before = await rowOf(ada)
    const bob = await create({ firstName: 'Bob' })
    await db.transaction().execute(tx => updateUser(tx, project.id, ada, {}, now + 5))
    expect(await rowOf(ada)).toEqual(before)
    await db.transaction().execute(tx => updateUser(tx, project.id, ada, change, now + 5))
    expect(await rowOf(ada)).toEqual({ ...before, ...changed, updated_at: now + 5 })
    expect(await rowOf(bob)).toMatchObject({ first_name: 'Bob', updated_at: now })
  })

  test('a wipe removes user-provided data and keeps operator-provided data', async () => {
    const { db, project, create, rowOf } = await setUp()
    const said = {
      ...{ firstName: 'Ada', middleName: 'King', lastName: 'Lovelace', roles: ['moderator'] },
      ...{ trustedMetadata: { plan: 'a' }, untrustedMetadata: { theme: 'b' } },
    }
    const [ada, bob] = [await create(said), await create(said)]
    await db.transaction().execute(tx => clearOwnTexts(tx, project.id, ada))
    expect(await rowOf(ada)).toMatchObject({
      ...{ first_name: '', middle_name: '', last_name: '', untrusted_metadata: '{}' },
      ...{ trusted_metadata: '{"plan":"a"}', roles: '["moderator"]' },
    })
    expect(await rowOf(bob)).toMatchObject({ first_name: 'Ada', untrusted_metadata: '{"theme":"b"}' })
  })

  test.each([1, 2])('concurrent changes to a user are serialized, with %i users held in all', async held => {
    const { db, project, create, rowOf } = await setUp()
    const users = [await create({}), await create({})]
    const [ada = ''] = users
    const count = (turn: number) =>
      db.transaction().execute(async tx => {
        if (held === 1) await lockUser(tx, project.id, ada)
        // Locks in either order must not deadlock.
        else await lockUsers(tx, project.id, turn % 2 === 0 ? users : users.toReversed())
        const found = tx.selectFrom('users').select('untrusted_metadata').where('user_id', '=', ada)
        const { n = 0 } = JSON.parse((await found.executeTakeFirstOrThrow()).untrusted_metadata)
        await updateUser(tx, project.id, ada, { untrustedMetadata: { n: n + 1 } }, now)
      })
    await Promise.all(Array.from({ length: 10 }, (_, turn) => count(turn)))
    expect(JSON.parse((await rowOf(ada)).untrusted_metadata)).toEqual({ n: 10 })
  })

  test('a user without sign-in methods reads as empty lists, and a missing user as null', async () => {
    const { db, project, create } = await setUp()
    const { read } = createUsers([])
    expect(await read(db, project.id, await create({}), now)).toMatchObject({
      ...{ emails: [], phone_numbers: [], crypto_wallets: [], providers: [], password: null },
      ...{ totps: [], webauthn_registrations: [], biometric_registrations: [] },
    })
    expect(await read(db, project.id, 'user-test-none', now)).toBeNull()
  })

  test('a pending user who signs in during the purge of pending users keeps all data', async () => {
    const { db, project, create, rowOf } = await setUp()
    const [ada, bob] = [await create({}, 'ada'), await create({}, 'bob')]
    const emptied: string[] = []
    const { sweepPending } = createUsers([
      {
        // The last check before a user is deleted.
        makesAccount: async (tx, projectId, userId) => {
          if (userId === ada) await noteSignIn(tx as Tx, projectId, userId, now + 1)
          return false
        },
        deleteUser: async (_, __, userId) => void emptied.push(userId),
      },
    ])
    await sweepPending(db, now + 10)
    expect(emptied).toEqual([bob])
    expect(await rowOf(ada)).toMatchObject({ status: 'active' })
    expect(await userExists(db, project.id, bob)).toBe(false)
  })
})
