import { applyMigrations, lockSchema } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { Tables } from '../platform/database/index.ts'
import { findProject, lifetimeOf, projectMigrations } from './index.ts'

test.each([
  [30, undefined, 30],
  [30, 5, 5],
  [30, 30, 30],
  [30, 10_080, 30],
])('with %d minutes allowed, a request for %s gets %d', (allowed, asked, given) => {
  expect(lifetimeOf(allowed, asked)).toBe(given)
})

describeStore<Tables>('a project that let passcodes live longer', projectMigrations.slice(0, 1), open => {
  test('a stored passcode lifetime above ten minutes is capped, and other settings are kept', async () => {
    const db = await open()
    const row = { environment: 'test', created_at: 0, updated_at: 0 } as const
    const configs = {
      long: { watermark: true, expirations: { passcode: 60, magicLink: 20 } },
      short: { expirations: { passcode: 3 } },
      silent: {},
    }
    for (const [id, config] of Object.entries(configs)) {
      const ids = { project_id: id, public_token: id, name: id }
      await db
        .insertInto('projects')
        .values({ ...row, ...ids, config: JSON.stringify(config) })
        .execute()
    }
    await db.transaction().execute(async tx => {
      await lockSchema(tx)
      await applyMigrations(tx, projectMigrations, () => 0)
    })
    expect(await findProject(db, 'long')).toMatchObject({
      watermark: true,
      expirations: { passcode: 10, magicLink: 20, passwordReset: 30 },
    })
    expect(await findProject(db, 'short')).toMatchObject({ expirations: { passcode: 3 } })
    expect(await findProject(db, 'silent')).toMatchObject({ expirations: { passcode: 5 } })
  })
})
