import { describe, expect, test } from 'vitest'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import type { LiveSession } from '../sessions/index.ts'
import type { Users } from '../users/index.ts'
import { requireUserWithRecentFactor } from './index.ts'

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

describe('the user of a session that is to make a sensitive change', () => {
  test('is given when a factor was proved a short while ago', async () => {
    expect(await ask(ada)).toBe(ada)
  })

  test('is refused when the factor was too old as the change began', async () => {
    await expect(ask(ada, now + 6 * 60_000)).rejects.toMatchObject({ type: 'stale_factors' })
  })

  test('is refused when the user was deleted', async () => {
    await expect(ask(null)).rejects.toMatchObject({ type: 'session_not_found' })
  })
})
