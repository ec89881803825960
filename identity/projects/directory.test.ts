import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { createProjectDirectory } from './directory.ts'
import { createProject, findProject, listProjects, projectMigrations, updateProject } from './store.ts'

describeStore<Tables>('the settings of a project', migrations, open => {
  test('8: twenty concurrent changes to project settings are all applied', async () => {
    const db = await open()
    const { publicToken } = await createProject(db, { name: 'Test' }, Date.now())
    const origins = Array.from({ length: 20 }, (_, n) => `https://page-${n}.example`)
    const add = (origin: string) =>
      updateProject(
        db,
        publicToken,
        ({ allowedOrigins }) => ({ config: { allowedOrigins: [...allowedOrigins, origin] } }),
        Date.now(),
      )
    await Promise.all(origins.map(add))
    expect((await findProject(db, publicToken))?.allowedOrigins.toSorted()).toEqual(origins.toSorted())
  })
})

describeStore<Tables>('the directory of projects', migrations, open => {
  test('a project change becomes visible soon, even after the clock was set back', async () => {
    vi.setSystemTime(Date.now())
    onTestFinished(() => void vi.useRealTimers())
    const db = await open()
    const { id, publicToken } = await createProject(db, { name: 'Before' }, Date.now())
    const directory = createProjectDirectory(db)
    expect((await directory.byId(id))?.name).toBe('Before')
    vi.setSystemTime(Date.now() - 60 * 60_000)
    await updateProject(db, publicToken, () => ({ name: 'After', config: {} }), Date.now())
    await expect.poll(async () => (await directory.byId(id))?.name).toBe('After')
  })

  test('a project change is visible immediately when the directory is refreshed', async () => {
    const db = await open()
    const { id, publicToken } = await createProject(db, { name: 'Before' }, Date.now())
    const directory = createProjectDirectory(db)
    expect((await directory.byId(id))?.name).toBe('Before')
    expect(await directory.someAllows('https://a.example')).toBe(false)
    await updateProject(
      db,
      publicToken,
      () => ({ name: 'After', config: { allowedOrigins: ['https://a.example'] } }),
      Date.now(),
    )
    directory.refresh()
    expect((await directory.byId(id))?.name).toBe('After')
    expect(await directory.someAllows('https://a.example')).toBe(true)
  })

  test('a project is found by token, id and host name, each in its own lookup', async () => {
    const db = await open()
    await createProject(db, { name: 'Other', config: { cnameDomain: 'other.example.org' } }, 1)
    const config = { cnameDomain: 'login.example.org', allowedOrigins: ['https://a.example'] }
    const { id, publicToken } = await createProject(db, { name: 'Test', config }, 2)
    const { byPublicToken, byId, byHost, someAllows } = createProjectDirectory(db)
    const ids = async (...found: Promise<{ id: string } | null>[]) =>
      (await Promise.all(found)).map(project => project?.id ?? null)
    expect(await ids(byPublicToken(publicToken), byId(id), byHost('login.example.org'))).toEqual([id, id, id])
    expect(await ids(byPublicToken(id), byId(publicToken), byPublicToken('x'), byId('x'))).toEqual([
      ...[null, null, null, null],
    ])
    expect(await ids(byHost('none.example.org'), byHost(id))).toEqual([null, null])
    expect([await someAllows('https://a.example'), await someAllows('https://b.example')]).toEqual([true, false])
  })

  test('concurrent lookups share one query, and a failed one is retried', async () => {
    const db = await open()
    const { id } = await createProject(db, { name: 'Test' }, 1)
    let looks = 0
    let fails = true
    const counted = new Proxy(db, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        if (key !== 'selectFrom') return typeof value === 'function' ? value.bind(target) : value
        return (...asked: [never]) => {
          looks++
          if (fails) throw new Error('The database is away.')
          return target.selectFrom(...asked)
        }
      },
    })
    const { byId } = createProjectDirectory(counted)
    await expect(byId(id)).rejects.toThrow('away')
    fails = false
    const found = await Promise.all([byId(id), byId(id), byId(id)])
    expect([looks, ...found.map(project => project?.id)]).toEqual([2, id, id, id])
  })
})

describeStore<Tables>('projects', migrations, open => {
  test('projects are listed oldest first', async () => {
    const db = await open()
    for (const [name, at] of [
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ] as const)
      await createProject(db, { name }, at)
    expect((await listProjects(db)).map(({ name, createdAt, updatedAt }) => [name, createdAt, updatedAt])).toEqual([
      ['a', 1, 1],
      ['b', 2, 2],
      ['c', 3, 3],
    ])
  })

  test('project ids contain their environment, and either id form can be used for changes', async () => {
    const db = await open()
    const live = await createProject(db, { name: 'Live', environment: 'live' }, 1)
    expect([live.id, live.publicToken]).toEqual([
      expect.stringMatching(/^project-live-/),
      expect.stringMatching(/^public-token-live-/),
    ])
    const change = (which: string, name: string) => updateProject(db, which, () => ({ name, config: {} }), 5)
    expect(await change(live.id, 'One')).toMatchObject({ ...live, name: 'One', updatedAt: 5 })
    expect(await change(live.publicToken, 'Two')).toMatchObject({ name: 'Two' })
    expect(await updateProject(db, live.id, () => ({ config: { siwe: true } }), 5)).toMatchObject({
      ...{ name: 'Two', siwe: true },
    })
    expect(await change('nobody', 'Three')).toBeNull()
    // Invalid settings change nothing.
    await expect(updateProject(db, live.id, () => ({ config: { smsCountries: ['de'] } }), 6)).rejects.toThrow()
    expect(await findProject(db, live.id)).toMatchObject({ name: 'Two', updatedAt: 5 })
  })

  test('migrated projects have a passcode lifetime of at most ten minutes', async () => {
    const db = await open()
    const migration = projectMigrations.find(({ name }) => name.endsWith('passcodes-live-ten-minutes-at-most'))
    const keep = async (expirations: object) => {
      const { id } = await createProject(db, { name: 'Test' }, 1)
      const config = JSON.stringify({ siwe: true, expirations })
      await db.updateTable('projects').set({ config }).where('project_id', '=', id).execute()
      return id
    }
    const [long, short, none] = [
      await keep({ passcode: 30, magicLink: 7 }),
      await keep({ passcode: 10 }),
      await keep({}),
    ]
    await migration?.up(db as never)
    const config = async (id: string) =>
      JSON.parse(
        (await db.selectFrom('projects').select('config').where('project_id', '=', id).executeTakeFirstOrThrow())
          .config,
      )
    expect([await config(long), await config(short), await config(none)]).toEqual([
      { siwe: true, expirations: { passcode: 10, magicLink: 7 } },
      { siwe: true, expirations: { passcode: 10 } },
      { siwe: true, expirations: {} },
    ])
  })
})
