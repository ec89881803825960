import { Outdated } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/store.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { holdUser, issueSession, revokeSessions, type Whose } from '../sessions/index.ts'
import { createUser } from '../users/index.ts'
import { attachContact, phoneNumbers, usersToLockForContact } from './attach.ts'

const now = 1_800_000_000_000
const value = '+41446681800'
const request = { id: 'test', now, address: '192.0.2.1', userAgent: '', origin: null }

describeStore<Tables>('an address or number that is added', migrations, open => {
  /** Ada is signed in and has just proved a number; Bob may have it too. */
  const setUp = async (bobs: 'proved' | 'typed' | null) => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const [ada, bob] = await db.transaction().execute(async tx => {
      const users = [await createUser(tx, project, {}, now), await createUser(tx, project, {}, now)] as const
      if (bobs !== null) await phoneNumbers.claim(tx, project, users[1], value, bobs === 'proved', now)
      return users
    })
    const factor = { type: 'password', delivery_method: 'knowledge' } as const
    const { session } = await holdUser(db, { project, request, session: null }, ada, held =>
      issueSession(held, { factor, durationMinutes: 60 }),
    )
    const attach = (whose: Whose = usersToLockForContact(phoneNumbers, project.id, ada, value)) =>
      holdUser(db, { project, request, session }, whose, held =>
        attachContact(held, phoneNumbers, { value, id: 'phone-number-test-new' }),
      )
    const numbersOf = async (userId: string) =>
      (await phoneNumbers.list(db, project.id, userId)).map(({ id, verified }) => ({ id, verified }))
    return { db, project, ada, bob, session, attach, numbersOf }
  }

  test('a newly attached contact belongs to the user and is verified', async () => {
    const { db, project, ada, attach, numbersOf } = await setUp(null)
    expect(await attach()).toBe('phone-number-test-new')
    const added = await readAudit(db, { projectId: project.id, action: 'phone_number.added', limit: 10 })
    expect(added).toMatchObject([{ user_id: ada, details: { phone_id: 'phone-number-test-new' } }])
    expect(await numbersOf(ada)).toEqual([{ id: 'phone-number-test-new', verified: true }])
    // Once more it keeps its id.
    expect(await attach()).toBe('phone-number-test-new')
  })

  test('a contact is not attached when the session has ended', async () => {
    const { db, project, ada, session, attach, numbersOf } = await setUp(null)
    await revokeSessions(db, project.id, { sessionId: session.id }, now)
    await expect(attach()).rejects.toMatchObject({ type: 'session_not_found' })
    expect(await numbersOf(ada)).toEqual([])
  })

  test('attaching a contact takes it from a user who never verified it, locking that user too', async () => {
    const { ada, bob, attach, numbersOf } = await setUp('typed')
    await expect(attach(ada)).rejects.toBeInstanceOf(Outdated)
    expect(await numbersOf(bob)).toMatchObject([{ verified: false }])
    await attach()
    expect(await numbersOf(bob)).toEqual([])
    expect(await numbersOf(ada)).toEqual([{ id: 'phone-number-test-new', verified: true }])
  })

  test('a contact verified by another user cannot be attached', async () => {
    const { ada, bob, attach, numbersOf } = await setUp('proved')
    await expect(attach()).rejects.toMatchObject({ type: 'duplicate_phone_number' })
    expect(await numbersOf(ada)).toEqual([])
    expect(await numbersOf(bob)).toMatchObject([{ verified: true }])
  })

  test('attaching cannot replace the first verification of a contact the account already has unverified', async () => {
    const { db, project, ada, attach, numbersOf } = await setUp(null)
    await db.transaction().execute(tx => phoneNumbers.claim(tx, project, ada, value, false, now))
    await expect(attach()).rejects.toMatchObject({ type: 'duplicate_phone_number' })
    expect(await numbersOf(ada)).toMatchObject([{ verified: false }])
  })
})
