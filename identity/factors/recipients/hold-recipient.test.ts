import { describeStore } from '@corroborate/server-kit/testing'
import type { EmailAddress } from '@corroborate/wire/email'
import { expect, test } from 'vitest'
import { emails } from '../../accounts/contacts/attach.ts'
import type { ContactStore } from '../../accounts/contacts/contact-store.ts'
import { issueToken } from '../../accounts/one-time-tokens/index.ts'
import { holdUser, issueSession } from '../../accounts/sessions/index.ts'
import { createUser, type Users } from '../../accounts/users/index.ts'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import type { Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { holdRecipient } from './hold-recipient.ts'

const now = 1_800_000_000_000
const request = { id: 'test', now, address: '192.0.2.1', userAgent: '', origin: null }
const own = 'ada@example.org' as EmailAddress
const [second, third] = ['second@example.org', 'third@example.org'] as [EmailAddress, EmailAddress]

describeStore<Tables>('the user that a link or code is for', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const project = await createProject(db, { name: 'Test' }, now)
    const add = (email: EmailAddress) =>
      db.transaction().execute(async tx => {
        const userId = await createUser(tx, project, {}, now)
        return { userId, emailId: await emails.claim(tx, project, userId, email, true, now) }
      })
    const ada = await add(own)
    const { session } = await holdUser(db, { project, request, session: null }, ada.userId, held =>
      issueSession(held, { factor: { type: 'password', delivery_method: 'knowledge' }, durationMinutes: 60 }),
    )
    const find = (
      value: EmailAddress,
      isSignedIn: boolean,
      contacts: ContactStore<EmailAddress> = emails,
      users: Pick<Users, 'isAccount' | 'read'> = brought.users,
    ) =>
      holdRecipient(
        { db, users },
        { project, request, session: isSignedIn ? session : null },
        { contacts, value, kind: 'magic_link' },
        async () => {},
      )
    return { db, project, add, ada, find }
  }

  test('the signed-in user re-verifies their own address or adds a new one', async () => {
    const { ada, find } = await setUp()
    const { userId } = ada
    const mine = { userId, hasAccount: true, isTaken: false }
    expect(await find(own, true)).toEqual({ ...mine, factorId: ada.emailId, attaches: false })
    expect(await find(second, true)).toEqual({ ...mine, factorId: expect.any(String), attaches: true })
  })

  test('a pending address keeps its id, and other addresses get other ids', async () => {
    const { db, project, ada, find } = await setUp()
    const { factorId } = await find(second, true)
    const sent = { projectId: project.id, kind: 'magic_link', userId: ada.userId, expiresAt: now + 1 } as const
    await db.transaction().execute(async tx => {
      await issueToken(tx, { ...sent, subject: 'another', payload: null }, now)
      await issueToken(tx, { ...sent, subject: factorId, payload: { attach: second } }, now)
    })
    expect((await find(second, true)).factorId).toBe(factorId)
    expect([factorId, 'another']).not.toContain((await find(third, true)).factorId)
  })

  test('the recipient is looked up again if the address moved to another user before locking', async () => {
    const { add, ada, find } = await setUp()
    const bob = await add(second)
    const late = { userId: bob.userId, id: bob.emailId ?? '', verified: true, created: false }
    let asked = 0
    const contacts: ContactStore<EmailAddress> = {
      ...emails,
      findOrCreate: async (...of) => (++asked === 1 ? late : emails.findOrCreate(...of)),
    }
    expect(await find(own, false, contacts)).toMatchObject({ userId: ada.userId, factorId: ada.emailId })
    expect(asked).toBe(2)
  })

  test('the recipient is looked up again if nobody has the address after locking', async () => {
    const { ada, find } = await setUp()
    let asked = 0
    const contacts: ContactStore<EmailAddress> = {
      ...emails,
      find: async (...of) => (++asked === 1 ? null : emails.find(...of)),
    }
    expect(await find(own, false, contacts)).toMatchObject({ userId: ada.userId, factorId: ada.emailId })
    expect(asked).toBe(2)
  })

  test('a deleted user is never the recipient', async () => {
    const { find } = await setUp()
    const users = { ...brought.users, read: async () => null }
    await expect(find(second, true, emails, users)).rejects.toMatchObject({ type: 'session_not_found' })
  })
})
