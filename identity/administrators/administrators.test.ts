import { describeStore } from '@corroborate/server-kit/testing'
import { describe, expect, test } from 'vitest'
import { emails } from '../accounts/contacts/attach.ts'
import { createUser } from '../accounts/users/index.ts'
import { migrations } from '../migrations.ts'
import type { Tables, Tx } from '../platform/database/index.ts'
import { createProject, findProject, updateProject } from '../projects/index.ts'
import { identityUnderTest, readMailbox } from '../testing/index.ts'
import { consoleToken, ensureConsoleProject, findConsoleProject, followOrigin, isConsole } from './console-project.ts'
import { inviteAdministrator } from './invite.ts'
import {
  type AdministratorRole,
  addAdministrator,
  administratorPart,
  administratorRoles,
  changeRole,
  listAdministrators,
  mayAs,
  roleNamed,
  roleOf,
  roleWords,
} from './store.ts'

const now = 1_800_000_000_000
const settingsAt = (origin: string, from = 'Corroborate <no-reply@mail.example.org>') =>
  ({ identity: { origin }, mail: { from } }) as Parameters<typeof ensureConsoleProject>[1]

describe('administrator roles', () => {
  test('each role includes the permissions of the lower ones', () => {
    const may = (role: AdministratorRole) => administratorRoles.filter(needed => mayAs(role, needed))
    expect(administratorRoles.map(may)).toEqual([['auditor'], ['auditor', 'support'], ['auditor', 'support', 'owner']])
  })

  test('roles are looked up by name and each has a description', () => {
    expect(administratorRoles.map(roleNamed)).toEqual([...administratorRoles])
    expect(['', 'Owner', 'root', 'constructor'].map(roleNamed)).toEqual([null, null, null, null])
    for (const role of administratorRoles) expect(roleWords[role]).toMatch(/^[A-Z].+\.$/)
  })
})

describeStore<Tables>('administrators', migrations, open => {
  const setUp = async () => {
    const db = await open()
    const [project, other] = [await createProject(db, { name: 'A' }, now), await createProject(db, { name: 'B' }, now)]
    const run = <Result>(act: (tx: Tx) => Promise<Result>) => db.transaction().execute(act)
    const add = (userId: string, role: AdministratorRole, at = now, projectId = project.id) =>
      run(tx => addAdministrator(tx, projectId, { userId, role }, at))
    const change = (userId: string, role: AdministratorRole) => run(tx => changeRole(tx, project.id, { userId, role }))
    const remove = (userId: string) => run(async tx => administratorPart.deleteUser?.(tx, project.id, userId))
    const roles = async () =>
      Object.fromEntries((await listAdministrators(db, project.id)).map(({ userId, role }) => [userId, role]))
    return { db, project, other, add, change, remove, roles }
  }
  const lastOwner = { type: 'unauthorized_action', message: expect.stringContaining('last owner') }

  test('administrators are added once and listed in the order they were added', async () => {
    const { db, project, other, add } = await setUp()
    expect(await add('mo', 'owner', now + 1)).toBe(true)
    expect(await add('mo', 'auditor', now + 2)).toBe(false)
    await add('zoe', 'support', now)
    await add('ada', 'auditor', now)
    await add('eve', 'owner', now, other.id)
    expect(await listAdministrators(db, project.id)).toEqual([
      { userId: 'ada', role: 'auditor', addedAt: now },
      { userId: 'zoe', role: 'support', addedAt: now },
      { userId: 'mo', role: 'owner', addedAt: now + 1 },
    ])
    const rolesOf = await Promise.all(['mo', 'eve', 'nobody'].map(user => roleOf(db, project.id, user)))
    expect(rolesOf).toEqual(['owner', null, null])
  })

  test('administrators change roles, except the last owner', async () => {
    const { add, change, roles } = await setUp()
    await add('mo', 'owner')
    await add('sue', 'support')
    await change('sue', 'auditor')
    await expect(change('mo', 'support')).rejects.toMatchObject(lastOwner)
    expect(await roles()).toEqual({ mo: 'owner', sue: 'auditor' })
    await change('mo', 'owner')
    await change('sue', 'owner')
    await change('mo', 'support')
    expect(await roles()).toEqual({ mo: 'support', sue: 'owner' })
  })

  test('deleting an account removes its role, unless it is the last owner', async () => {
    const { add, remove, roles } = await setUp()
    await add('mo', 'owner')
    await add('sue', 'support')
    await remove('sue')
    await remove('nobody')
    await expect(remove('mo')).rejects.toMatchObject(lastOwner)
    expect(await roles()).toEqual({ mo: 'owner' })
    await add('zoe', 'owner')
    await remove('mo')
    expect(await roles()).toEqual({ zoe: 'owner' })
  })

  test('owners giving up their roles concurrently leave one owner', async () => {
    const { add, change, roles } = await setUp()
    await add('mo', 'owner')
    await add('zoe', 'owner')
    const outcomes = await Promise.allSettled([change('mo', 'support'), change('zoe', 'support')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(Object.values(await roles()).toSorted()).toEqual(['owner', 'support'])
  })

  test('inviting an administrator creates an account for an unknown user', async () => {
    const { db, project, add } = await setUp()
    await add('mo', 'owner')
    const makes = ['mo', 'nobody'].map(user => administratorPart.makesAccount?.(db, project.id, user))
    expect(await Promise.all(makes)).toEqual([true, false])
  })

  test('administrators belong to a separate project restricted to the provider’s origin', async () => {
    const { db, project } = await setUp()
    expect(await findConsoleProject(db)).toBeNull()
    await followOrigin(db, settingsAt('https://a.example.org'), now)
    expect(await findConsoleProject(db)).toBeNull()
    const made = await Promise.all(
      [1, 2, 3].map(() => ensureConsoleProject(db, settingsAt('https://a.example.org'), now)),
    )
    const [first] = made
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(first).toMatchObject({
      name: 'Identity console',
      publicToken: consoleToken,
      allowedOrigins: ['https://a.example.org'],
      emailDomains: ['mail.example.org'],
      enumerationProtection: true,
      sessions: { maximumMinutes: 60, absoluteMinutes: 480, recentFactorMinutes: 60, limitPending: false },
    })
    expect([isConsole(first ?? project), isConsole(project)]).toEqual([true, false])
    await followOrigin(db, settingsAt('https://b.example.org'), now)
    expect(await findProject(db, consoleToken)).toMatchObject({
      ...{ id: first?.id, allowedOrigins: ['https://b.example.org'] },
    })
    const added = { config: { allowedOrigins: ['https://b.example.org', 'https://c.example.org'] } }
    await updateProject(db, consoleToken, () => added, now)
    const again = await ensureConsoleProject(db, settingsAt('https://b.example.org'), now)
    expect(again.allowedOrigins).toEqual(['https://b.example.org'])
    expect((await ensureConsoleProject(db, settingsAt('https://d.example.org'), now)).allowedOrigins).toEqual([
      'https://d.example.org',
    ])
    await ensureConsoleProject(db, settingsAt('https://b.example.org'), now)
    const before = await db.selectFrom('projects').selectAll().execute()
    await ensureConsoleProject(db, settingsAt('https://b.example.org'), now + 1)
    expect(await db.selectFrom('projects').selectAll().execute()).toEqual(before)
  })

  test.each([
    ['no-reply@mail.example.org', 'mail.example.org'],
    ['Somebody at home', 'localhost'],
  ])('administrators get emails from the domain of %s', async (from, domain) => {
    const { db } = await setUp()
    const project = await ensureConsoleProject(db, settingsAt('https://a.example.org', from), now)
    expect(project.emailDomains).toEqual([domain])
  })
})

test('an invitation is a link valid for one day', async () => {
  const provider = await identityUnderTest()
  const { db, clock } = provider
  const project = await ensureConsoleProject(db, provider.settings, clock.now)
  const email = 'mo@example.org' as never
  const link = await db.transaction().execute(async tx => {
    const userId = await createUser(tx, project, {}, clock.now)
    const emailId = (await emails.claim(tx, project, userId, email, false, clock.now)) ?? ''
    return inviteAdministrator(tx, project, { userId, emailId, email, origin: 'http://localhost:5001' }, clock.now)
  })
  expect(link).toMatch(/^http:\/\/localhost:5001\/console\/sign-in\/link\?token=[\w-]{43}$/)
  const [mail] = await readMailbox(provider, 'mo@example.org')
  expect(mail?.links).toContain(link)
  const row = await db.selectFrom('single_use_secrets').selectAll().where('kind', '=', 'magic_link').executeTakeFirst()
  expect(row).toMatchObject({ project_id: project.id, expires_at: clock.now + 24 * 60 * 60_000 })
})
