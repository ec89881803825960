import { describe, expect, test } from 'vitest'
import { phoneNumbers } from '../../accounts/contacts/attach.ts'
import { issueToken } from '../../accounts/one-time-tokens/index.ts'
import { createUser } from '../../accounts/users/index.ts'
import { noteFailure } from '../../protection/index.ts'
import { countMessages, readMailbox } from '../../testing/index.ts'
import { commandsUnderTest } from './testing/index.ts'

const withUsers = async () => {
  const provider = await commandsUnderTest()
  // Commands use the machine's clock, so the user's actions are in the past.
  provider.clock.now -= 600_000
  const { userId, emailId } = await provider.addUser('ada@example.org')
  const owner = await provider.project()
  const sessionIds = async (name = userId): Promise<string[]> => {
    const { json } = await provider.run(`user sessions ${name}`)
    return (json as { session_id: string }[]).map(({ session_id }) => session_id)
  }
  const addEmail = async (address: string): Promise<string> => {
    const other = await provider.addUser(address)
    await provider.db.updateTable('user_emails').set({ user_id: userId }).where('email', '=', address).execute()
    return other.emailId
  }
  return { ...provider, owner, userId, emailId, sessionIds, addEmail }
}
const actor = 'operator:eve@desk'

describe('user search command', () => {
  test('the search finds users by prefix of an address, number or name', async () => {
    const { run, db, owner, userId, clock } = await withUsers()
    await db.updateTable('users').set({ first_name: 'Ada', last_name: 'Lovelace', roles: '["helper"]' }).execute()
    const phoned = await db.transaction().execute(async tx => {
      const id = await createUser(tx, owner, {}, clock.now)
      await phoneNumbers.claim(tx, owner, id, '+41446681800', true, clock.now)
      return id
    })
    const named = await db.transaction().execute(tx => createUser(tx, owner, { lastName: 'Smith' }, clock.now))
    const { json, text } = await run('user search ada@')
    expect(json).toEqual({
      users: [
        {
          user_id: userId,
          name: 'Ada Lovelace',
          status: 'pending',
          roles: ['stytch_user', 'helper'],
          emails: [{ email: 'ada@example.org', verified: true }],
          phone_numbers: [],
          created_at: new Date(clock.now).toISOString(),
        },
      ],
      next: null,
    })
    expect(text).toBe(`${userId}  ada@example.org  Ada Lovelace  pending`)
    await run(`user role add ${userId} moderator`)
    const { json: shown } = await run(`user show ${userId}`)
    expect((await run('user search ada@')).json).toMatchObject({
      users: [{ roles: (shown as { roles: string[] }).roles }],
    })
    const byNumber = await run('user search +4144')
    expect(byNumber.json).toMatchObject({
      users: [{ user_id: phoned, emails: [], phone_numbers: [{ phone_number: '+41446681800', verified: true }] }],
    })
    expect(byNumber.text).toBe(`${phoned}  +41446681800  pending`)
    expect((await run('user search Smith')).text).toBe(`${named}  Smith  pending`)
    expect((await run(`user search ${userId}`)).json).toMatchObject({ users: [{ user_id: userId }] })
  })

  test('the search reports no matches', async () => {
    const { run } = await withUsers()
    expect(await run('user search zoe@')).toMatchObject({ json: { users: [], next: null }, text: 'Nobody.' })
  })

  test('search results are paginated', async () => {
    const { run, addUser, userId } = await withUsers()
    const { userId: second } = await addUser('adam@example.org')
    const first = await run('user search a --limit 1')
    const { next } = first.json as { next: string }
    expect(first.text).toBe(`${userId}  ada@example.org  pending\nNext page: --after ${next}`)
    const rest = await run(`user search a --limit 1 --after ${next}`)
    expect(rest.json).toMatchObject({ users: [{ user_id: second }], next: null })
    expect(rest.text).toBe(`${second}  adam@example.org  pending`)
  })
})

describe('session commands', () => {
  test('a user’s sessions are listed', async () => {
    const { run, signIn, userId, sessionIds } = await withUsers()
    expect(await run('user sessions ada@example.org')).toMatchObject({ json: [], text: 'Nowhere.' })
    await signIn(userId)
    await signIn(userId)
    const { json, text } = await run('user sessions ada@example.org')
    expect(json).toMatchObject([{ factors: ['password'] }, { ip_address: '192.0.2.1', user_agent: 'test' }])
    const [one, two] = await sessionIds()
    expect(text).toMatch(new RegExp(`^${one}  \\S+  192\\.0\\.2\\.1  password  test\n${two}  `))
  })

  test('sessions are ended one by one or all at once', async () => {
    const { run, refusal, noted, signIn, userId, sessionIds } = await withUsers()
    for (const _ of [1, 2, 3]) await signIn(userId)
    const [one = '', ...others] = await sessionIds()
    expect(await run(`user session end ada@example.org ${one}`)).toMatchObject({
      json: { ended: 1 },
      text: 'Ended 1 session.',
    })
    expect(await sessionIds()).toEqual(others)
    expect(await refusal(`user session end ada@example.org ${one}`)).toEqual([
      1,
      `ada@example.org has no session ${one}.`,
    ])
    expect(await run('user session end ada@example.org all')).toMatchObject({
      json: { ended: 2 },
      text: 'Ended 2 sessions.',
    })
    expect(await sessionIds()).toEqual([])
    expect(await run('user session end ada@example.org all')).toMatchObject({ text: 'Ended 0 sessions.' })
    const entry = { action: 'session.revoked', actor, user_id: userId }
    expect(await noted('session.revoked')).toEqual([
      { ...entry, details: { session_id: one, ended: 1 } },
      { ...entry, details: { session_id: 'all', ended: 2 } },
      { ...entry, details: { session_id: 'all', ended: 0 } },
    ])
  })

  test('another user’s sessions are left alone', async () => {
    const { run, refusal, addUser, signIn, userId, sessionIds } = await withUsers()
    const { userId: bob } = await addUser('bob@example.org')
    await signIn(bob)
    await signIn(userId)
    const [his] = await sessionIds(bob)
    expect(await refusal(`user session end ada@example.org ${his}`)).toEqual([
      1,
      `ada@example.org has no session ${his}.`,
    ])
    await run('user session end ada@example.org all')
    expect(await sessionIds(bob)).toEqual([his])
  })
})

test('unlock resets a user’s wrong attempts', async () => {
  const { run, refusal, noted, db, owner, userId, clock } = await withUsers()
  const none = [1, 'ada@example.org has no failed attempts.']
  expect(await refusal('user unlock ada@example.org')).toEqual(none)
  await noteFailure(db, { project: owner, userId, guessed: 'passcode' }, clock.now)
  expect(await run('user unlock ada@example.org')).toMatchObject({
    json: { unlocked: userId },
    text: 'Unlocked ada@example.org.',
  })
  expect(await refusal('user unlock ada@example.org')).toEqual(none)
  expect(await noted()).toEqual([{ action: 'user.unlocked', actor, user_id: userId, details: {} }])
})

test('exporting a user’s data is logged', async () => {
  const { run, noted, signIn, userId, sessionIds } = await withUsers()
  await signIn(userId)
  const [session] = await sessionIds()
  const { json, text } = await run('user export ada@example.org')
  expect(json).toMatchObject({ user: { user_id: userId }, sessions: [{}], events: [{}] })
  expect(text).toContain(String(session))
  expect(text).toBe(JSON.stringify(json, null, 2))
  expect(await noted('user.exported')).toEqual([{ action: 'user.exported', actor, user_id: userId, details: {} }])
})

describe('removing a factor for a user', () => {
  test('removing a factor voids its links and codes and notifies the owner there too', async () => {
    const provider = await withUsers()
    const { run, noted, db, owner, userId, emailId, addEmail, clock } = provider
    const other = await addEmail('old@example.org')
    const links = db.selectFrom('single_use_secrets').select('subject').where('used_at', 'is', null)
    const kept = { projectId: owner.id, kind: 'magic_link', userId, expiresAt: Date.now() + 60_000 } as const
    await db.transaction().execute(async tx => {
      for (const subject of [emailId, other]) await issueToken(tx, { ...kept, subject }, clock.now)
    })
    expect(await run(`user factor remove ada@example.org ${other}`)).toMatchObject({
      json: { removed: other },
      text: `Removed ${other}.`,
    })
    const { json } = await run(`user show ${userId}`)
    expect(json).toMatchObject({ emails: [{ email_id: emailId }] })
    expect(Date.parse((json as { updated_at: string }).updated_at)).toBeGreaterThan(clock.now + 300_000)
    expect(await links.execute()).toEqual([{ subject: emailId }])
    expect(await noted()).toEqual([{ action: 'email.deleted', actor, user_id: userId, details: { id: other } }])
    for (const address of ['ada@example.org', 'old@example.org']) {
      const [mail] = await readMailbox(provider, address)
      expect(mail.subject).toMatch(/removed/)
    }
  })

  test('the last sign-in method cannot be removed', async () => {
    const { refusal, noted, emailId, run, userId } = await withUsers()
    expect(await refusal(`user factor remove ada@example.org ${emailId}`)).toEqual([
      1,
      'This is the last sign-in method; without it the account could not be accessed.',
    ])
    expect((await run(`user show ${userId}`)).json).toMatchObject({ emails: [{ email_id: emailId }] })
    expect(await noted()).toEqual([])
  })

  test('a factor is removed if another sign-in method remains or it was none', async () => {
    const { run, addUser, addApp, userId, noted } = await withUsers()
    const app = await addApp(userId)
    expect((await run(`user factor remove ${userId} ${app}`)).json).toEqual({ removed: app })
    expect((await noted('totp.deleted')).map(({ details }) => details)).toEqual([{ id: app }])
    const typed = await addUser('typed@example.org', { verified: false })
    expect((await run(`user factor remove ${typed.userId} ${typed.emailId}`)).json).toEqual({ removed: typed.emailId })
  })

  test('an unused factor is removed without a notice', async () => {
    const provider = await withUsers()
    const { run, addApp, userId } = provider
    const app = await addApp(userId, { proved: false })
    const before = await countMessages(provider)
    expect((await run(`user factor remove ${userId} ${app}`)).json).toEqual({ removed: app })
    expect(await countMessages(provider)).toBe(before)
  })

  test('another user’s factor cannot be removed', async () => {
    const { refusal, addUser } = await withUsers()
    const { emailId: his } = await addUser('bob@example.org')
    for (const id of [his, 'nothing']) {
      expect(await refusal(`user factor remove ada@example.org ${id}`)).toEqual([
        1,
        `ada@example.org has no factor ${id}.`,
      ])
    }
  })
})

test.each(['sessions', 'session end', 'unlock', 'export', 'factor remove'])(
  'commands for an unknown user are rejected (%s)',
  async act => {
    const { refusal } = await withUsers()
    const more = act.includes(' ') ? ' all' : ''
    expect(await refusal(`user ${act} nobody${more}`)).toEqual([1, 'Corroborate has no user nobody.'])
  },
)
