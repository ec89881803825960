import { expect, test } from 'vitest'
import { readAudit } from '../../platform/audit/store.ts'
import { commandsUnderTest } from './testing/index.ts'

const why = 'Set --reason; it is recorded in the audit log.'

test('a token opens an impersonated session once, with its reason logged', async () => {
  const { run, noted, sdk, addUser } = await commandsUnderTest()
  const { userId } = await addUser('ada@example.org')
  const { json, text } = await run('impersonate ada@example.org --reason old --reason ␣ticket␣7␣')
  const { impersonation_token } = json as { impersonation_token: string }
  expect(json).toEqual({ user_id: userId, impersonation_token, expires_in_minutes: 5 })
  expect(text).toBe(
    `${impersonation_token}\nValid once, for 5 minutes: impersonation.authenticate({ impersonation_token }) opens a read-only session as ${userId}, who is notified by email.`,
  )
  const { data } = await sdk('POST', '/impersonation/authenticate', { impersonation_token })
  expect(data.session).toMatchObject({ user_id: userId })
  const entry = { action: 'impersonation.requested', user_id: userId }
  expect(await noted('impersonation.requested')).toEqual([
    { ...entry, actor: 'operator:eve@desk', details: { reason: 'ticket 7' } },
  ])
  await run('impersonate ada@example.org --reason x --by zoe@example.org --by bob@example.org')
  expect((await noted('impersonation.requested'))[1]).toEqual({
    ...{ ...entry, actor: 'operator:bob@example.org', details: { reason: 'x' } },
  })
})

test('a previously given reason suffices', async () => {
  const { run, noted, addUser, db, project } = await commandsUnderTest()
  await addUser('ada@example.org')
  const request = { id: 'request-1', now: 1_000, address: '192.0.2.7', userAgent: 'Firefox', origin: null }
  const operator = { name: 'zoe@example.org', role: 'support', reason: 'ticket 8', request } as const
  expect((await run('impersonate ada@example.org', { operator })).code).toBe(0)
  expect((await run('impersonate ada@example.org --reason ␣', { operator })).code).toBe(0)
  expect((await noted()).map(({ actor, details }) => [actor, details])).toEqual([
    ['operator:zoe@example.org', { reason: 'ticket 8' }],
    ['operator:zoe@example.org', { reason: 'ticket 8' }],
  ])
  const [entry] = await readAudit(db, { projectId: (await project()).id, limit: 1 })
  expect(entry).toMatchObject({ ip_address: '192.0.2.7', at: '1970-01-01T00:00:01.000Z' })
  await run('impersonate ada@example.org --reason other', { operator })
  expect((await noted()).filter(({ details }) => details.reason === 'other')).toHaveLength(1)
})

test('impersonation requires a reason and an existing user who is not an administrator', async () => {
  const { run, refusal, noted, addUser } = await commandsUnderTest()
  await addUser('ada@example.org')
  for (const words of ['', ' --reason ␣'])
    expect(await refusal(`impersonate ada@example.org${words}`)).toEqual([1, why])
  const operator = { name: 'zoe@example.org', role: 'owner', reason: '', request: null } as const
  expect(await refusal('impersonate ada@example.org', { operator })).toEqual([1, why])
  expect(await refusal('impersonate bob@example.org --reason x')).toEqual([
    1,
    'Corroborate has no user bob@example.org.',
  ])
  await run('admin add ada@example.org --role owner')
  const consoleProject = 'public-token-test-00000000-c045-401e-8000-000000000000'
  expect(await refusal(`impersonate ada@example.org --reason x --project ${consoleProject}`)).toEqual([
    1,
    'Administrators cannot be impersonated.',
  ])
  expect(await noted('impersonation.requested')).toEqual([])
})

test('only an owner may impersonate a user with a role or an administrator’s address', async () => {
  const { run, refusal, noted, addUser, db } = await commandsUnderTest()
  for (const name of ['ada', 'bob', 'cat']) await addUser(`${name}@example.org`, { verified: name !== 'bob' })
  await run('user role add ada@example.org moderator')
  await run('admin add bob@example.org --role auditor')
  const request = { id: 'request-1', now: Date.now(), address: '192.0.2.7', userAgent: 'Firefox', origin: null }
  const as = (role: 'support' | 'owner') => ({ operator: { name: 'zoe@example.org', role, reason: 'ticket', request } })
  const refused = [
    ['ada', 'This user has the role moderator: only an owner may impersonate them.'],
    ['bob', 'This user is an administrator: only an owner may impersonate them.'],
  ] as const
  for (const [name, sentence] of refused) {
    expect(await refusal(`impersonate ${name}@example.org`, as('support'))).toEqual([1, sentence])
    expect((await run(`impersonate ${name}@example.org`, as('owner'))).code).toBe(0)
  }
  expect((await run('impersonate cat@example.org', as('support'))).code).toBe(0)
  expect(await noted('impersonation.requested')).toHaveLength(3)
  const tokens = await db.selectFrom('single_use_secrets').select('kind').where('kind', '=', 'impersonation').execute()
  expect(tokens).toHaveLength(3)
})
