import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import {
  clearOwnWords,
  createUser,
  isActive,
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

  test('is empty but for its times, and pending, unless more is known', async () => {
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
      ...{ trustedMetadata: { plan: 'a' }, untrustedMetadata: { theme: 'b' }, signedInAt: 7 },
    }
    expect(await rowOf(await create(known, 'user-test-own'))).toMatchObject({
      ...{ user_id: 'user-test-own', status: 'active', first_name: 'Ada', middle_name: 'King', last_name: 'Lovelace' },
      ...{ roles: '["moderator"]', trusted_metadata: '{"plan":"a"}', untrusted_metadata: '{"theme":"b"}' },
      ...{ external_id: 'e1', signed_in_at: 7 },
    })
  })

  test('is there until it is removed, once', async () => {
    const { db, project, create } = await setUp()
    const ada = await create({})
    const remove = () => db.transaction().execute(tx => removeUserRow(tx, project.id, ada))
    expect([await userExists(db, project.id, ada), await userExists(db, 'another', ada)]).toEqual([true, false])
    expect([await remove(), await remove()]).toEqual([true, false])
    expect(await userExists(db, project.id, ada)).toBe(false)
  })

  test('is active from the first sign-in on, which sets both its times', async () => {
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

  test('is as new as its last change, and as old for who never signed in', async () => {
    const { db, project, create, rowOf } = await setUp()
    const [pending, active] = [await create({}), await create({ signedInAt: now })]
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
  ])('changes where %j is told, and nowhere else', async (change, changed) => {
    const { db, project, create, rowOf } = await setUp()
    const ada = await create({
      ...{ firstName: 'Ada', middleName: 'King', lastName: 'Lovelace', roles: ['moderator'], signedInAt: now },
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

  test('loses what its user said of themselves, and keeps what the operator said', async () => {
    const { db, project, create, rowOf } = await setUp()
    const said = {
      ...{ firstName: 'Ada', middleName: 'King', lastName: 'Lovelace', roles: ['moderator'] },
      ...{ trustedMetadata: { plan: 'a' }, untrustedMetadata: { theme: 'b' } },
    }
    const [ada, bob] = [await create(said), await create(said)]
    await db.transaction().execute(tx => clearOwnWords(tx, project.id, ada))
    expect(await rowOf(ada)).toMatchObject({
      ...{ first_name: '', middle_name: '', last_name: '', untrusted_metadata: '{}' },
      ...{ trusted_metadata: '{"plan":"a"}', roles: '["moderator"]' },
    })
    expect(await rowOf(bob)).toMatchObject({ first_name: 'Ada', untrusted_metadata: '{"theme":"b"}' })
  })
})
