import { describe, expect, test } from 'vitest'
import { phoneNumbers } from '../../accounts/contacts/attach.ts'
import { createUser } from '../../accounts/users/index.ts'
import { readMailbox } from '../../testing/index.ts'
import { commandsUnderTest } from './testing/index.ts'

describe('user roles', () => {
  test('roles are granted once and revoked, logged with before and after', async () => {
    const { run, noted, addUser } = await commandsUnderTest()
    const { userId } = await addUser('ada@example.org')
    const given = await run('user role add ada@example.org moderator')
    expect(given.json).toMatchObject({ user_id: userId, roles: ['stytch_user', 'moderator'] })
    expect(given.text).toMatch(/^roles +stytch_user moderator$/m)
    expect((await run('user role add ada@example.org moderator')).json).toMatchObject({
      roles: ['stytch_user', 'moderator'],
    })
    const taken = await run(`user role remove ${userId} moderator`)
    expect(taken.json).toMatchObject({ roles: ['stytch_user'] })
    expect(taken.text).toMatch(/^roles +stytch_user$/m)
    const entry = { action: 'user.roles_changed', actor: 'operator:eve@desk', user_id: userId }
    const [one, both] = [['stytch_user'], ['stytch_user', 'moderator']]
    expect(await noted()).toEqual([
      { ...entry, details: { before: one, after: both } },
      { ...entry, details: { before: both, after: both } },
      { ...entry, details: { before: both, after: one } },
    ])
  })

  test('only roles of the project can be granted', async () => {
    const { refusal, noted, addUser, publicToken, project } = await commandsUnderTest()
    await addUser('ada@example.org')
    const roles = (await project()).rbac.roles.map(({ role_id }) => role_id)
    expect(roles.length).toBeGreaterThan(1)
    for (const act of ['add', 'remove']) {
      expect(await refusal(`user role ${act} ada@example.org king`)).toEqual([
        1,
        `Corroborate has no role king, only ${roles.join(', ')}: add it with \`project set ${publicToken} --role king\`.`,
      ])
    }
    expect(await refusal('user role add bob@example.org moderator')).toEqual([
      1,
      'Corroborate has no user bob@example.org.',
    ])
    expect(await noted()).toEqual([])
  })

  test('a role the project no longer has can be revoked', async () => {
    const { run, addUser, configure, project } = await commandsUnderTest()
    await addUser('ada@example.org')
    await run('user role add ada@example.org moderator')
    const { rbac } = await project()
    await configure({ rbac: { ...rbac, roles: rbac.roles.filter(({ role_id }) => role_id !== 'moderator') } })
    expect((await run('user role remove ada@example.org moderator')).json).toMatchObject({ roles: ['stytch_user'] })
  })

  test('the default role cannot be granted', async () => {
    const { run, refusal, noted, addUser } = await commandsUnderTest()
    await addUser('ada@example.org')
    await addUser('bob@example.org')
    await run('user role add ada@example.org moderator')
    for (const act of ['add', 'remove']) {
      expect(await refusal(`user role ${act} ada@example.org stytch_user`)).toEqual([
        1,
        'Every user has the role stytch_user; it cannot be assigned or removed.',
      ])
    }
    expect(await refusal('user role list stytch_user')).toEqual([
      1,
      'Everybody has the role stytch_user: `user list` shows them.',
    ])
    expect(await noted('user.roles_changed')).toHaveLength(1)
  })

  test('a role lists its members', async () => {
    const { run, addUser } = await commandsUnderTest()
    const { userId } = await addUser('ada@example.org')
    await addUser('bob@example.org')
    await run('user role add ada@example.org moderator')
    const { json, text } = await run('user role list moderator')
    expect(json).toMatchObject([{ user_id: userId }])
    expect(text).toBe(`${userId}  ada@example.org  pending  stytch_user,moderator`)
    expect(await run('user role list admin')).toMatchObject({ json: [], text: 'Nobody yet.' })
  })
})

describe('user commands', () => {
  test('users are listed newest first, up to a limit', async () => {
    const { run, addUser, clock } = await commandsUnderTest()
    expect(await run('user list')).toMatchObject({ json: [], text: 'Nobody yet.' })
    const { userId: ada } = await addUser('ada@example.org')
    clock.now += 1_000
    const { userId: bob } = await addUser('bob@example.org')
    const { json, text } = await run('user list')
    expect(json).toMatchObject([{ user_id: bob }, { user_id: ada }])
    expect(text).toBe(`${bob}  bob@example.org  pending  stytch_user\n${ada}  ada@example.org  pending  stytch_user`)
    expect((await run('user list --limit 1')).json).toMatchObject([{ user_id: bob }])
  })

  test('users are found by id, address, number and external id', async () => {
    const { run, refusal, addUser, db, project, clock } = await commandsUnderTest()
    const { userId } = await addUser('ada@example.org')
    const owner = await project()
    const other = await db.transaction().execute(async tx => {
      await phoneNumbers.claim(tx, owner, userId, '+41446681800', true, clock.now)
      return createUser(tx, owner, { externalId: '42' }, clock.now)
    })
    for (const name of [userId, 'ADA@example.org', '+41446681800']) {
      const { json, text } = await run(`user show ${name}`)
      expect(json).toMatchObject({ user_id: userId })
      expect(text).toMatch(new RegExp(`^user id +${userId}\n`))
    }
    expect((await run('user show 42')).json).toMatchObject({ user_id: other })
    for (const name of ['bob@example.org', '+41446681801', '43']) {
      expect(await refusal(`user show ${name}`)).toEqual([1, `Corroborate has no user ${name}.`])
    }
  })

  test('deleting a user is logged', async () => {
    const { run, refusal, noted, addUser } = await commandsUnderTest()
    const { userId } = await addUser('ada@example.org')
    expect(await run('user delete ada@example.org')).toMatchObject({
      json: { deleted: userId },
      text: `Deleted ${userId}.`,
    })
    expect(await noted()).toEqual([
      { action: 'user.deleted', actor: 'operator:eve@desk', user_id: userId, details: {} },
    ])
    const gone = [1, `Corroborate has no user ${userId}.`]
    expect(await refusal(`user show ${userId}`)).toEqual(gone)
    expect(await refusal(`user delete ${userId}`)).toEqual(gone)
  })
})

describe('removing an authenticator app', () => {
  test('the app is removed with its recovery codes and the owner is notified', async () => {
    const provider = await commandsUnderTest()
    const { run, noted, addUser, addApp, clock, db } = provider
    // The command goes by the clock of the machine.
    clock.now -= 600_000
    const { userId } = await addUser('ada@example.org')
    const id = await addApp(userId)
    const userNow = async () => (await run(`user show ${userId}`)).json as { totps: unknown[]; updated_at: string }
    const before = await userNow()
    expect(before.totps).toHaveLength(1)
    const codes = db.selectFrom('single_use_secrets').select('kind').where('subject', '=', id)
    const unused = codes.where('used_at', 'is', null)
    expect(await unused.execute()).not.toEqual([])

    expect(await run('user authenticator remove ada@example.org')).toMatchObject({
      json: { removed: userId },
      text: 'ada@example.org logs in without an authenticator app from now on.',
    })
    const after = await userNow()
    expect(after.totps).toEqual([])
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at) + 300_000)
    expect(await unused.execute()).toEqual([])
    expect(await noted('totp.deleted')).toEqual([
      { action: 'totp.deleted', actor: 'operator:eve@desk', user_id: userId, details: { ids: [id] } },
    ])
    const [newest] = await readMailbox(provider, 'ada@example.org', 2)
    expect(newest.subject).toContain('The authenticator app was removed')
  })

  test('an unconfirmed app counts as none', async () => {
    const { run, refusal, noted, addUser, addApp } = await commandsUnderTest()
    const { userId } = await addUser('ada@example.org')
    await addApp(userId, { proved: false })
    expect(await refusal(`user authenticator remove ${userId}`)).toEqual([1, `${userId} has no authenticator app.`])
    expect((await run(`user show ${userId}`)).json).toMatchObject({ totps: [{ verified: false }] })
    expect(await noted('totp.deleted')).toEqual([])
  })
})
