import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import {
  findUserId,
  hasExternalId,
  listUserIds,
  listUserIdsWithRole,
  listUsersByAge,
  type NameSearch,
  readUserRows,
  searchNames,
} from './directory.ts'
import { createUser, type NewUser } from './store.ts'

const now = 1_800_000_000_000

describeStore<Tables>('the users of a project', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const [project, other] = [await createProject(db, { name: 'A' }, now), await createProject(db, { name: 'B' }, now)]
    const create = (id: string, user: NewUser = {}, at = now, of = project) =>
      db.transaction().execute(tx => createUser(tx, of, user, at, id))
    return { db, project, other, create }
  }

  test('users are found by id or external id', async () => {
    const { db, project, other, create } = await setUp()
    await create('ada', { externalId: 'e1' })
    const found = await Promise.all(['ada', 'e1', 'e2'].map(text => findUserId(db, project.id, text)))
    expect(found).toEqual(['ada', 'ada', null])
    expect(await findUserId(db, other.id, 'ada')).toBeNull()
    expect(await Promise.all(['e1', 'ada'].map(id => hasExternalId(db, project.id, id)))).toEqual([true, false])
    expect(await hasExternalId(db, other.id, 'e1')).toBe(false)
  })

  test('users are listed newest first, page by page', async () => {
    const { db, project, other, create } = await setUp()
    for (const [id, at] of [
      ['a', now],
      ['b', now + 1],
      ['c', now + 1],
      ['d', now + 2],
    ] as const)
      await create(id, {}, at)
    await create('e', {}, now + 9, other)
    const first = await listUsersByAge(db, project.id, { after: null, limit: 2 })
    expect(first).toEqual([
      { userId: 'd', createdAt: now + 2 },
      { userId: 'c', createdAt: now + 1 },
    ])
    expect(await listUsersByAge(db, project.id, { after: first[1] ?? null, limit: 9 })).toEqual([
      { userId: 'b', createdAt: now + 1 },
      { userId: 'a', createdAt: now },
    ])
    expect(await listUserIds(db, project.id, 3)).toEqual(['d', 'c', 'b'])
  })

  test('users are found by name prefix, ignoring case, in a stable order', async () => {
    const { db, project, other, create } = await setUp()
    await create('a', { firstName: 'Carla', lastName: 'Bruni' })
    await create('b', { firstName: 'carl', lastName: 'Bach' })
    await create('c', { firstName: 'Cara', lastName: 'Brahms' })
    await create('d', { firstName: 'Dora', lastName: 'Carlson' })
    await create('e', { firstName: 'Carla' }, now, other)
    const search = (options: Partial<NameSearch>) =>
      searchNames(db, project.id, {
        part: 'first_name',
        given: null,
        prefix: 'CARL',
        after: null,
        limit: 9,
        ...options,
      })
    const all = await search({})
    expect(all).toEqual([
      { userId: 'b', key: 'carl' },
      { userId: 'a', key: 'carla' },
    ])
    expect(await search({ limit: 1 })).toEqual(all.slice(0, 1))
    expect(await search({ after: all[0] ?? null })).toEqual(all.slice(1))
    expect((await search({ part: 'last_name' })).map(({ userId }) => userId)).toEqual(['d'])
    expect((await search({ part: 'last_name', given: 'CARL', prefix: 'b' })).map(({ userId }) => userId)).toEqual(['b'])
  })

  test('user rows contain what a list shows', async () => {
    const { db, project, other, create } = await setUp()
    await create('a', { firstName: 'Ada', lastName: 'Lovelace', roles: ['moderator'], isImported: true })
    await create('b')
    await create('c', {}, now, other)
    const rows = await readUserRows(db, project.id, ['a', 'b', 'c'])
    expect(rows.toSorted((one, two) => (one.userId < two.userId ? -1 : 1))).toEqual([
      {
        ...{ userId: 'a', name: 'Ada Lovelace', status: 'active', roles: ['moderator'] },
        ...{ createdAt: now, signedInAt: null },
      },
      { userId: 'b', name: '', status: 'pending', roles: [], createdAt: now, signedInAt: null },
    ])
    expect(await readUserRows(db, project.id, [])).toEqual([])
  })

  test('users with a role of their own are found, oldest first', async () => {
    const { db, project, other, create } = await setUp()
    await create('late', { roles: ['front_desk'] }, now + 1)
    await create('early', { roles: ['other', 'front_desk'] })
    await create('alike', { roles: ['front-desk'] })
    await create('elsewhere', { roles: ['front_desk'] }, now, other)
    expect(await listUserIdsWithRole(db, project.id, 'front_desk')).toEqual(['early', 'late'])
  })
})
