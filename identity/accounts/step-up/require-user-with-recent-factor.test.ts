import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import type { LiveSession } from '../sessions/index.ts'
import type { Users } from '../users/index.ts'
import { requireUserWithRecentFactor } from './require-user-with-recent-factor.ts'

const now = 1_800_000_000_000
const project = { id: 'project-1', sessions: { recentFactorMinutes: 5 } } as unknown as Project
const session = {
  userId: 'user-1',
  factors: [{ type: 'password', last_authenticated_at: new Date(now).toISOString() }],
} as unknown as LiveSession
const ada = { user_id: 'user-1', totps: [] }

/** Runs the check at a given time, with a given user lookup result. */
const ask = (found: object | null, at = now) => {
  const read = (async (_db, ...asked: unknown[]) => {
    expect(asked).toEqual(['project-1', 'user-1', at])
    return found
  }) as Users['read']
  return requireUserWithRecentFactor({ read }, {} as Database, { project, session }, at)
}

describe('user of a session before a sensitive change', () => {
  test('a recent factor admits the user', async () => {
    expect(await ask(ada)).toBe(ada)
  })

  test('a factor that was too old when the change began is rejected', async () => {
    await expect(ask(ada, now + 6 * 60_000)).rejects.toMatchObject({ type: 'stale_factors' })
  })

  test('a deleted user is rejected', async () => {
    await expect(ask(null)).rejects.toMatchObject({ type: 'session_not_found' })
  })
})
