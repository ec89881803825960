import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { failurePart } from './account-lock.ts'
import { failuresBefore, lockTimes } from './guard.ts'
import { noteFailure, requireUnlocked, resetFailures } from './index.ts'

const project = { id: 'project-1' }
const ada = { project, userId: 'user-1', guessed: 'passcode' } as const
const secondOfAda = { ...ada, guessed: 'second_factor' } as const
const now = 1_800_000_000_000

describeStore<Tables>('the account lock', migrations, open => {
  type Guesses = Parameters<typeof noteFailure>[1]
  const fail = async (db: Awaited<ReturnType<typeof open>>, times: number, at = now, guesses: Guesses = ada) => {
    await Promise.all(Array.from({ length: times }, () => noteFailure(db, guesses, at)))
  }

  test('many wrong codes in a row lock the account for a while', async () => {
    const db = await open()
    await fail(db, failuresBefore.lock - 1)
    await requireUnlocked(db, ada, now)
    await fail(db, 1)
    await expect(requireUnlocked(db, ada, now)).rejects.toMatchObject({
      type: 'user_lock_limit_reached',
      retryAfter: lockTimes.lock / 1_000,
    })
    await requireUnlocked(db, { ...ada, userId: 'user-2' }, now)
    await requireUnlocked(db, { ...ada, project: { id: 'project-2' } }, now)
    await requireUnlocked(db, secondOfAda, now)
    await requireUnlocked(db, ada, now + lockTimes.lock)
  })

  test('a hundred wrong codes lock the account for longer, as does every further fifty', async () => {
    const db = await open()
    await fail(db, failuresBefore.lock)
    for (let at = now + lockTimes.lock, n = 0; n < 2; n++, at += lockTimes.longLock) {
      await fail(db, failuresBefore.lock - 1, at)
      await requireUnlocked(db, ada, at)
      await fail(db, 1, at)
      await expect(requireUnlocked(db, ada, at)).rejects.toMatchObject({ retryAfter: lockTimes.longLock / 1_000 })
    }
  })

  test('deleting a user deletes their account lock only', async () => {
    const db = await open()
    const others = [
      { ...ada, userId: 'user-2' },
      { ...ada, project: { id: 'project-2' } },
    ]
    for (const guesses of [ada, ...others]) await fail(db, failuresBefore.lock, now, guesses)
    await db.transaction().execute(async tx => failurePart.deleteUser?.(tx, project.id, ada.userId))
    await requireUnlocked(db, ada, now)
    for (const guesses of others) {
      await expect(requireUnlocked(db, guesses, now)).rejects.toMatchObject({ type: 'user_lock_limit_reached' })
    }
  })

  test('a sign-in resets the count, and the second factor’s count after a sign-in with it', async () => {
    const db = await open()
    const signIn = (type: 'magic_link' | 'totp' | 'recovery_code') =>
      db.transaction().execute(tx => resetFailures(tx, project, 'user-1', { type }))
    await fail(db, failuresBefore.lock)
    await fail(db, failuresBefore.lock, now, secondOfAda)
    await signIn('magic_link')
    await requireUnlocked(db, ada, now)
    await expect(requireUnlocked(db, secondOfAda, now)).rejects.toMatchObject({ type: 'user_lock_limit_reached' })
    for (const type of ['totp', 'recovery_code'] as const) {
      await fail(db, failuresBefore.lock, now, secondOfAda)
      await signIn(type)
      await requireUnlocked(db, secondOfAda, now)
    }
  })
})
