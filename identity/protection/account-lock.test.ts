import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import type { Tables } from '../database/index.ts'
import { migrations } from '../migrations.ts'
import { forgetFailures, noteFailure, requireUnlocked } from './index.ts'
import { failuresBeforeLock, lockTime } from './limits.ts'

const project = { id: 'project-1' }
const now = 1_800_000_000_000

describeStore<Tables>('the account lock', migrations, open => {
  const fail = async (db: Awaited<ReturnType<typeof open>>, times: number) => {
    await Promise.all(Array.from({ length: times }, () => noteFailure(db, project, 'user-1', now)))
  }

  test('locks after so many wrong codes in a row, for a while', async () => {
    const db = await open()
    await fail(db, failuresBeforeLock - 1)
    await requireUnlocked(db, project, 'user-1', now)
    await fail(db, 1)
    await expect(requireUnlocked(db, project, 'user-1', now)).rejects.toMatchObject({
      type: 'user_lock_limit_reached',
      retryAfter: lockTime / 1_000,
    })
    await requireUnlocked(db, project, 'user-2', now)
    await requireUnlocked(db, { id: 'project-2' }, 'user-1', now)
    await requireUnlocked(db, project, 'user-1', now + lockTime)
  })

  test('begins anew after a sign-in', async () => {
    const db = await open()
    await fail(db, failuresBeforeLock - 1)
    await db.transaction().execute(tx => forgetFailures(tx, project, 'user-1'))
    await fail(db, failuresBeforeLock - 1)
    await requireUnlocked(db, project, 'user-1', now)
  })
})
