import { describeStore } from '@corroborate/server-kit/testing'
import type { EmailAddress } from '@corroborate/wire/email'
import { expect, test } from 'vitest'
import { setPassword } from '../../factors/passwords/index.ts'
import { brought } from '../../features.ts'
import { migrations } from '../../migrations.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { emails, phoneNumbers } from '../contacts/attach.ts'
import { createUser } from '../users/index.ts'
import { createFindWithUser, findSession, hashToken } from './live-session.ts'

const now = 1_800_000_000_123
const iso = new Date(now).toISOString()
/** Values that nested JSON encoding must preserve. */
const awkward = {
  quote: '"',
  slash: '\\',
  lines: 'a\nb',
  smile: '😀',
  tag: '</script>',
  deep: { list: [1, null, 2.5, true] },
}

/** Creates a user with one of everything, and another user whose data must not appear. */
const setUp = async (db: Database) => {
  const project = await createProject(db, { name: 'Test' }, now)
  const make = (first: string) =>
    db.transaction().execute(async tx => {
      const userId = await createUser(
        tx,
        project,
        { firstName: `"${first}" O’Neill\\`, untrustedMetadata: awkward, roles: ['moderator'], externalId: first },
        now,
      )
      const claimed = [`zoe-${first}@example.org`, `abe-${first}@example.org`] as EmailAddress[]
      for (const [n, email] of claimed.entries()) await emails.claim(tx, project, userId, email, n === 1, now + n)
      await phoneNumbers.claim(tx, project, userId, `+4144668180${first.length}`, true, now)
      await setPassword(tx, project, userId, { scheme: 'argon2', hash: '$argon2id$x', requiresReset: true }, now)
      const totp = { project_id: project.id, user_id: userId, secret: 'sealed', last_step: 0, created_at: now }
      const rows = [
        { ...totp, totp_id: `${first}-confirmed`, verified: 1, expires_at: now - 1 },
        { ...totp, totp_id: `${first}-void`, verified: 0, expires_at: now - 1, created_at: now + 1 },
        { ...totp, totp_id: `${first}-may-be`, verified: 0, expires_at: now + 60_000, created_at: now + 2 },
      ]
      await tx.insertInto('totps').values(rows).execute()
      return userId
    })
  await make('somebody else')
  return { project, userId: await make('Ada') }
}

describeStore<Tables>('the user object', migrations, open => {
  test('a user is read with one statement, every field as stored', async () => {
    const db = await open()
    const { project, userId } = await setUp(db)
    expect(await brought.users.read(db, project.id, userId, now)).toEqual({
      user_id: userId,
      created_at: iso,
      updated_at: iso,
      status: 'pending',
      name: { first_name: '"Ada" O’Neill\\', middle_name: '', last_name: '' },
      emails: [
        { email_id: expect.stringMatching(/^email-test-/), email: 'zoe-Ada@example.org', verified: false },
        { email_id: expect.stringMatching(/^email-test-/), email: 'abe-Ada@example.org', verified: true },
      ],
      phone_numbers: [
        { phone_id: expect.stringMatching(/^phone-number-test-/), phone_number: '+41446681803', verified: true },
      ],
      password: { password_id: expect.stringMatching(/^password-test-/), requires_reset: true },
      totps: [
        { totp_id: 'Ada-confirmed', verified: true },
        { totp_id: 'Ada-may-be', verified: false },
      ],
      ...{ crypto_wallets: [], providers: [], webauthn_registrations: [], biometric_registrations: [] },
      roles: ['stytch_user', 'moderator'],
      trusted_metadata: {},
      untrusted_metadata: awkward,
      external_id: 'Ada',
    })
    expect(await brought.users.read(db, 'another project', userId, now)).toBeNull()
    // In a transaction, with its own writes visible.
    await db.transaction().execute(async tx => {
      await emails.removeAll(tx, project.id, userId)
      expect((await brought.users.read(tx, project.id, userId, now))?.emails).toEqual([])
    })
  })

  test('a session lookup returns its user, or null when the session or user is gone', async () => {
    const db = await open()
    const { project, userId } = await setUp(db)
    const token = 'a'.repeat(43)
    const times = { started_at: now, last_accessed_at: now, expires_at: now + 1, ends_at: now + 1, revoked_at: null }
    const said = { ip_address: '', user_agent: '"\\', factors: '[]', custom_claims: '{"a":"\\""}' }
    const row = { project_id: project.id, session_id: 'one', user_id: userId, token_hash: hashToken(token) }
    await db
      .insertInto('sessions')
      .values({ ...row, ...times, ...said })
      .execute()

    const find = createFindWithUser(db, brought.users)
    expect(await find(project.id, token, now)).toEqual({
      session: await findSession(db, project.id, token, now),
      user: await brought.users.read(db, project.id, userId, now),
    })
    expect(await find(project.id, 'b'.repeat(43), now)).toBeNull()
    expect(await find(project.id, 'no token', now)).toBeNull()
    expect(await find(project.id, token, now + 1)).toBeNull()
    await db.deleteFrom('users').where('user_id', '=', userId).execute()
    expect(await find(project.id, token, now)).toBeNull()
  })
})
