import { describeStore } from '@corroborate/server-kit/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { createProjectDirectory } from './directory.ts'
import { createProject, findProject, updateProject } from './store.ts'

describeStore<Tables>('the settings of a project', migrations, open => {
  test('8: keep every one of twenty changes at once', async () => {
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
  test('shows a change soon, also when the clock was set back before it', async () => {
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

  test('shows a change at once when told to look again', async () => {
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
})
