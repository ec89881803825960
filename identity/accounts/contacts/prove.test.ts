import { describeStore } from '@corroborate/server-kit/testing'
import type { EmailAddress } from '@corroborate/wire/email'
import { expect, test, vi } from 'vitest'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/store.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { holdUser } from '../sessions/index.ts'
import { createUser } from '../users/index.ts'
import { emails, phoneNumbers, proveEmail, provePhoneNumber } from './attach.ts'

const now = 1_800_000_000_000
const request = { id: 'test', now, address: '192.0.2.1', userAgent: '', origin: null }

describeStore<Tables>('an address or number of a user', migrations, open => {
  /** Creates a user with an unverified address and an unverified number. */
  const setUp = async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const userId = await db.transaction().execute(async tx => {
      const id = await createUser(tx, project, {}, now)
      await emails.claim(tx, project, id, 'ada@example.org' as EmailAddress, false, now, 'email-test-1')
      await phoneNumbers.claim(tx, project, id, '+41446681800', false, now, 'phone-number-test-1')
      return id
    })
    const users = { wipeUnproved: vi.fn(async () => {}) }
    const prove = (id: string) =>
      holdUser(db, { project, request, session: null }, userId, held => proveEmail({ users }, held, id))
    const proveNumber = (id: string) =>
      holdUser(db, { project, request, session: null }, userId, held => provePhoneNumber(held, id))
    return { db, project, userId, users, prove, proveNumber }
  }

  test('the first verification of an email wipes earlier credentials once, and logs it', async () => {
    const { db, project, userId, users, prove } = await setUp()
    expect([await prove('email-test-1'), await prove('email-test-1')]).toEqual([true, true])
    expect(users.wipeUnproved.mock.calls).toEqual([
      [expect.anything(), { projectId: project.id, userId, emailId: 'email-test-1', now }],
    ])
    const entries = await readAudit(db, { projectId: project.id, userId, limit: 10 })
    expect(entries).toMatchObject([
      { action: 'email.verified', actor: userId, details: { email_id: 'email-test-1', credentials_wiped: true } },
    ])
    expect(await emails.list(db, project.id, userId)).toMatchObject([{ verified: true }])
  })

  test('verifying a contact the user no longer has does nothing', async () => {
    const { db, project, userId, users, prove, proveNumber } = await setUp()
    expect([await prove('email-test-gone'), await proveNumber('phone-number-test-gone')]).toEqual([false, false])
    expect(users.wipeUnproved).not.toHaveBeenCalled()
    expect(await readAudit(db, { projectId: project.id, userId, limit: 10 })).toEqual([])
    expect(await proveNumber('phone-number-test-1')).toBe(true)
    expect(await phoneNumbers.list(db, project.id, userId)).toMatchObject([{ verified: true }])
  })
})
