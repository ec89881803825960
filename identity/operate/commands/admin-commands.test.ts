import { describe, expect, test } from 'vitest'
import { findConsoleProject } from '../../administrators/console-project.ts'
import { readMailbox } from '../../testing/index.ts'
import { administratorsNow } from './admin-commands.ts'
import { commandsUnderTest } from './testing/index.ts'

type Invited = { email: string; link: string; expires_in_hours: number }

const withAdministrators = async () => {
  const provider = await commandsUnderTest()
  const { db, run } = provider
  const add = async (email: string, role: string) => {
    const added = await run(`admin add ${email} --role ${role}`)
    return { ...added, invited: added.json as Invited }
  }
  const consoleId = async () => (await findConsoleProject(db))?.id ?? ''
  const notedThere = async (action: string) => provider.noted(action, await consoleId())
  const idOf = async (email: string) => (await administratorsNow(db)).find(each => each.email === email)?.user_id
  return { ...provider, add, consoleId, notedThere, idOf }
}
const actor = 'operator:eve@desk'

describe('new administrator', () => {
  test('a new administrator gets a link by email, which is also printed', async () => {
    const provider = await withAdministrators()
    const { add, notedThere, idOf, settings } = provider
    const { text, invited } = await add('Ada@Example.org', 'owner')
    const email = 'ada@example.org'
    expect(invited).toEqual({ email, link: invited.link, expires_in_hours: 24 })
    expect(invited.link).toContain(`${settings.identity.origin}/console/`)
    expect(text).toBe(`Within 24 hours, ${email} comes in by the link that was mailed:\n  ${invited.link}`)
    const [mail] = await readMailbox(provider, email)
    expect(mail.links).toEqual([invited.link])
    expect(await notedThere('administrator.added')).toEqual([
      { action: 'administrator.added', actor, user_id: await idOf(email), details: { email, role: 'owner' } },
    ])
  })

  test('a new administrator needs an address and a role', async () => {
    const { refusal, db } = await withAdministrators()
    expect(await refusal('admin add ada --role owner')).toEqual([2, '"ada" is not an email address.'])
    const roles = 'Roles: auditor, support, owner.'
    expect(await refusal('admin add ada@example.org --role king')).toEqual([2, `Unknown role "king". ${roles}`])
    expect(await refusal('admin add ada@example.org')).toEqual([2, `Unknown role "". ${roles}`])
    expect(await administratorsNow(db)).toEqual([])
    expect(await findConsoleProject(db)).toBeNull()
  })

  test('inviting an existing administrator is rejected', async () => {
    const { add, refusal, notedThere, db } = await withAdministrators()
    await add('ada@example.org', 'owner')
    expect(await refusal('admin add ADA@example.org --role auditor')).toEqual([
      1,
      'ada@example.org is already an administrator.',
    ])
    expect(await administratorsNow(db)).toMatchObject([{ role: 'owner' }])
    expect(await notedThere('administrator.added')).toHaveLength(1)
  })

  test('an existing console account can become an administrator', async () => {
    const { add, refusal, idOf, db } = await withAdministrators()
    await add('ada@example.org', 'owner')
    const before = await idOf('ada@example.org')
    await db.deleteFrom('administrators').execute()
    expect(await refusal('admin invite ada@example.org')).toEqual([1, 'ada@example.org is not an administrator.'])
    const { code } = await add('ada@example.org', 'support')
    expect([code, await idOf('ada@example.org')]).toEqual([0, before])
    expect(await administratorsNow(db)).toMatchObject([{ user_id: before, role: 'support' }])
  })
})

test('administrators are listed in the order added, including pending invitations', async () => {
  const { add, run, db } = await withAdministrators()
  expect(await run('admin list')).toMatchObject({
    json: [],
    text: 'No administrators yet. Add the first with `admin add EMAIL --role owner`.',
  })
  await add('zoe@example.org', 'owner')
  await add('ada@example.org', 'auditor')
  // As if Zoe had come first by a while, and used her link.
  await db.updateTable('administrators').set({ added_at: 0 }).where('role', '=', 'owner').execute()
  await db.updateTable('user_emails').set({ verified: 1 }).where('email', '=', 'zoe@example.org').execute()
  const { json, text } = await run('admin list')
  expect(json).toEqual([
    {
      ...{ user_id: expect.stringMatching(/^user-/), email: 'zoe@example.org', role: 'owner', has_come: true },
      added_at: '1970-01-01T00:00:00.000Z',
    },
    {
      ...{ user_id: expect.stringMatching(/^user-/), email: 'ada@example.org', role: 'auditor', has_come: false },
      added_at: expect.any(String),
    },
  ])
  expect(text).toBe('owner    zoe@example.org\nauditor  ada@example.org  (invited)')
})

test('an administrator without an address is listed without one', async () => {
  const { add, db } = await withAdministrators()
  await add('ada@example.org', 'owner')
  await db.deleteFrom('user_emails').execute()
  expect(await administratorsNow(db)).toMatchObject([{ email: '', has_come: false, role: 'owner' }])
})

describe('existing administrator', () => {
  test('an administrator is invited again with a new link', async () => {
    const provider = await withAdministrators()
    const { add, run, notedThere, idOf, settings } = provider
    const email = 'ada@example.org'
    const { invited } = await add(email, 'support')
    const again = await run(`admin invite ${email}`)
    const { link } = again.json as Invited
    expect(again.json).toEqual({ email, link, expires_in_hours: 24 })
    expect(link).not.toBe(invited.link)
    expect(link).toContain(`${settings.identity.origin}/console/`)
    expect(again.text).toContain(link)
    const mails = await readMailbox(provider, email, 2)
    expect(mails.flatMap(({ links }) => links)).toContain(link)
    expect(await notedThere('administrator.invited')).toEqual([
      { action: 'administrator.invited', actor, user_id: await idOf(email), details: { email } },
    ])
  })

  test('an administrator’s role is changed', async () => {
    const { add, run, notedThere, idOf, db } = await withAdministrators()
    await add('eve@example.org', 'owner')
    await add('ada@example.org', 'auditor')
    expect(await run('admin role ada@example.org support')).toMatchObject({
      json: { email: 'ada@example.org', role: 'support' },
      text: 'ada@example.org has the role support.',
    })
    const roles = Object.fromEntries((await administratorsNow(db)).map(({ email, role }) => [email, role]))
    expect(roles).toEqual({ 'ada@example.org': 'support', 'eve@example.org': 'owner' })
    expect(await notedThere('administrator.role_changed')).toEqual([
      {
        ...{ action: 'administrator.role_changed', actor, user_id: await idOf('ada@example.org') },
        details: { before: 'auditor', after: 'support' },
      },
    ])
  })

  test('an administrator is removed with their account', async () => {
    const { add, run, notedThere, idOf, consoleId, db } = await withAdministrators()
    await add('eve@example.org', 'owner')
    await add('ada@example.org', 'support')
    const userId = await idOf('ada@example.org')
    expect(await run('admin remove ada@example.org')).toMatchObject({
      json: { removed: 'ada@example.org' },
      text: 'ada@example.org is no longer an administrator.',
    })
    expect(await administratorsNow(db)).toMatchObject([{ email: 'eve@example.org' }])
    const users = await db
      .selectFrom('users')
      .select('user_id')
      .where('project_id', '=', await consoleId())
      .execute()
    expect(users).toHaveLength(1)
    expect(await notedThere('administrator.removed')).toEqual([
      {
        ...{ action: 'administrator.removed', actor, user_id: userId },
        details: { email: 'ada@example.org', role: 'support' },
      },
    ])
  })

  test('the last owner cannot be removed or demoted', async () => {
    const { add, run, notedThere, db } = await withAdministrators()
    await add('ada@example.org', 'owner')
    expect((await run('admin role ada@example.org support')).code).toBe(1)
    expect((await run('admin remove ada@example.org')).code).toBe(1)
    expect(await administratorsNow(db)).toMatchObject([{ email: 'ada@example.org', role: 'owner' }])
    expect(await notedThere('administrator.role_changed')).toEqual([])
    expect(await notedThere('administrator.removed')).toEqual([])
  })

  test('an administrator is identified by address, and the role must exist', async () => {
    const { add, refusal } = await withAdministrators()
    const unknown = async () => {
      for (const act of ['invite bob@example.org', 'role bob@example.org owner', 'remove bob@example.org']) {
        expect(await refusal(`admin ${act}`)).toEqual([1, 'bob@example.org is not an administrator.'])
      }
    }
    // Before the console has a project of its own, and after.
    await unknown()
    await add('ada@example.org', 'owner')
    await unknown()
    expect(await refusal('admin role ada@example.org king')).toEqual([
      2,
      'Unknown role "king". Roles: auditor, support, owner.',
    ])
    for (const act of ['invite ada', 'role ada owner', 'remove ada']) {
      expect(await refusal(`admin ${act}`)).toEqual([2, '"ada" is not an email address.'])
    }
  })
})
