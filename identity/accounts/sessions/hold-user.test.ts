import { Outdated } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { twoUsers } from '../../testing/index.ts'
import { updateUser } from '../users/index.ts'
import { type Held, holdSession, holdUser } from './hold-user.ts'
import { issueSession } from './issue-session.ts'
import { revokeSessions } from './store.ts'

const now = 1_800_000_000_000
const minute = 60_000
const request = { id: 'test', now, address: '192.0.2.1', userAgent: '', origin: null }
const knowledge = { type: 'password', delivery_method: 'knowledge' } as const
const app = {
  type: 'totp',
  delivery_method: 'authenticator_app',
  authenticator_app_factor: { totp_id: 'totp-test-1' },
} as const

describeStore<Tables>('a user who is held', migrations, open => {
  /** Two users, the first with a session as a call has looked it up. */
  const setUp = async () => {
    const db = await open()
    const { project, ada, bob } = await twoUsers(db, now)
    const anonymous = { project, request, session: null }
    const prove = (held: Held, factor: typeof knowledge | typeof app = knowledge) =>
      issueSession(held, { factor, durationMinutes: 60 })
    const { session } = await holdUser(db, anonymous, ada, held => prove(held))
    return { db, project, ada, bob, session, call: { project, request, session }, anonymous, prove }
  }

  test('a held user has the request’s session in its current state', async () => {
    const { db, ada, session, call, prove } = await setUp()
    await holdUser(db, call, ada, held => prove(held, app))
    await holdSession(db, call, async held => {
      expect(held.session).toMatchObject({ id: session.id, factors: [{ type: 'password' }, { type: 'totp' }] })
      expect(held.userId).toBe(ada)
    })
  })

  test('a session revoked after lookup is null, and a request that needs it is rejected', async () => {
    const { db, project, ada, session, call, prove } = await setUp()
    await revokeSessions(db, project.id, { sessionId: session.id }, now)
    expect(await holdUser(db, call, ada, async held => held.session)).toBeNull()
    const refused = holdSession(db, call, async () => 'done')
    await expect(refused).rejects.toMatchObject({ type: 'session_not_found' })
    // A proof without the session creates a new session.
    const issued = await holdUser(db, call, ada, held => prove(held, app))
    expect(issued.session.id).not.toBe(session.id)
    expect(issued.session.factors).toMatchObject([{ type: 'totp' }])
  })

  test('an expired session is null', async () => {
    const { db, call, ada } = await setUp()
    const at = (time: number) => holdUser(db, { ...call, request: { ...request, now: time } }, ada, async held => held)
    expect((await at(now + 60 * minute - 1)).session).not.toBeNull()
    expect((await at(now + 60 * minute)).session).toBeNull()
  })

  test('another user’s session is null and ends when this user signs in', async () => {
    const { db, bob, session, call, prove } = await setUp()
    const issued = await holdUser(db, call, bob, held => {
      expect(held).toMatchObject({ session: null, cameWith: { id: session.id } })
      return prove(held)
    })
    expect(issued.session).toMatchObject({ userId: bob, factors: [{ type: 'password' }] })
    await expect(holdSession(db, call, async () => 'done')).rejects.toMatchObject({ type: 'session_not_found' })
  })

  test('one request holds a user at a time, also when a second user is held', async () => {
    const { db, project, ada, bob, anonymous } = await setUp()
    let inside = 0
    let begun = 0
    const rename = (n: number) => {
      const both = [ada, bob] as const
      const whose = n % 2 === 0 ? both : (both.toReversed() as [string, string])
      return holdUser(
        db,
        anonymous,
        async () => whose,
        async ({ tx, userIds }) => {
          begun++
          expect(++inside).toBe(1)
          for (const userId of userIds) {
            await updateUser(tx, project.id, userId, { name: { first_name: `${n}` } }, now)
          }
          inside--
        },
      )
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => rename(n)))
    // None had to begin again, as it would after a deadlock.
    expect(begun).toBe(20)
  })

  test('holding is retried when the user found before has changed', async () => {
    const { db, ada, bob, anonymous } = await setUp()
    const found = [bob, ada]
    const held = await holdUser(
      db,
      anonymous,
      async () => found.shift() ?? '',
      async ({ userId }) => {
        if (userId === bob) throw new Outdated('The address went to somebody else.')
        return userId
      },
    )
    expect(held).toBe(ada)
  })
})
