import { allEndpoints, endpoints } from '@corroborate/wire/endpoints.schema'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { type AdministratorRole, administratorRoles } from '../../administrators/store.ts'
import { openConsole } from './testing/index.ts'

// Each role of the console × each kind of user: whose account may be opened, and what such a session can do at the provider.

type Console = Awaited<ReturnType<typeof openConsole>>
type Target = { userId: string; project?: string }

const consoleProject = 'public-token-test-00000000-c045-401e-8000-000000000000'
/** Somebody who is not an administrator, and each role. */
const operators = ['nobody', ...administratorRoles] as const

const administrator = (role: AdministratorRole) => async (provider: Console) => {
  await provider.run(`admin add person@example.org --role ${role}`)
  return provider.addUser('person@example.org')
}

/** Kinds of users: how each is made, and by whom they may be impersonated. */
const targets: Record<string, { make: (provider: Console) => Promise<Target>; by: readonly string[] }> = {
  'a user': { make: provider => provider.addUser('person@example.org'), by: ['support', 'owner'] },
  'a user who never confirmed the address': {
    make: provider => provider.addUser('person@example.org', { verified: false }),
    by: ['support', 'owner'],
  },
  'a user with an authenticator app': {
    make: async provider => {
      const { userId } = await provider.addUser('person@example.org')
      const { id: project_id } = await provider.ownProject()
      const row = { project_id, totp_id: 'totp-test-1', user_id: userId, secret: 'S', last_step: 0, created_at: 0 }
      await provider.db
        .insertInto('totps')
        .values({ ...row, expires_at: 0, verified: 1 })
        .execute()
      return { userId }
    },
    by: ['support', 'owner'],
  },
  'a moderator': {
    make: async provider => {
      const user = await provider.addUser('person@example.org')
      await provider.run(`user role add ${user.userId} moderator`)
      return user
    },
    by: ['owner'],
  },
  'a user with another role': {
    make: async provider => {
      const user = await provider.addUser('person@example.org')
      await provider.run(`project set ${provider.publicToken} --role editor=Edits`)
      await provider.run(`user role add ${user.userId} editor`)
      return user
    },
    by: ['owner'],
  },
  ...Object.fromEntries(
    administratorRoles.map(role => [
      `a user who is an administrator (${role})`,
      { make: administrator(role), by: ['owner'] },
    ]),
  ),
  'an administrator, in the console’s own project': {
    make: async provider => {
      await provider.run('admin add person@example.org --role auditor')
      return { userId: 'person@example.org', project: consoleProject }
    },
    by: [],
  },
  'a deleted user': {
    make: async provider => {
      const { userId } = await provider.addUser('person@example.org')
      await provider.run(`user delete ${userId}`)
      return { userId }
    },
    by: [],
  },
}

const enter = (provider: Console, role: (typeof operators)[number]) =>
  role === 'nobody' ? provider.visitor() : provider.enter('operator@example.org', role)

const open = async (
  role: (typeof operators)[number],
  kind: keyof typeof targets,
  values: Record<string, string> = {},
) => {
  const provider = await openConsole()
  const visitor = await enter(provider, role)
  const target = await targets[kind]?.make(provider)
  if (target === undefined) throw new Error(`No kind of user is called ${kind}.`)
  const { userId, project = provider.publicToken } = target
  const path = `/console/projects/${project}`
  const answer = await visitor.act(`${path}/acts/impersonate`, {
    'operand.0': userId,
    back: `${path}/users`,
    ...values,
  })
  const token = /[\w-]{43}/.exec(answer.html.split('<pre')[1] ?? '')?.[0] ?? null
  return { provider, userId, token, answer }
}

const grid = operators.flatMap(role => Object.keys(targets).map(kind => [role, kind] as const))

test.each(grid)('%s × %s', async (role, kind) => {
  const { provider, userId, token } = await open(role, kind)
  const { sdk, audited, signIn } = provider
  const isAllowed = targets[kind]?.by.includes(role) ?? false
  expect(token !== null).toBe(isAllowed)
  expect(await audited('impersonation.requested')).toHaveLength(isAllowed ? 1 : 0)
  if (token === null) {
    const issued = provider.db.selectFrom('single_use_secrets').select('kind').where('kind', '=', 'impersonation')
    expect(await issued.execute()).toEqual([])
    return
  }

  const { data } = await sdk('POST', '/impersonation/authenticate', { impersonation_token: token })
  const session = String(data.session_token)
  expect(data).toMatchObject({ user: { roles: ['stytch_user'] }, session: { roles: ['stytch_user'] } })
  expect(decodeJwt(String(data.session_jwt))).toMatchObject({
    sub: userId,
    act: { sub: 'operator:operator@example.org' },
  })
  const own = await signIn(userId)
  const outcomes: Record<string, string[]> = { read: [], refused: [] }
  for (const endpoint of allEndpoints) {
    if (endpoint.auth !== 'session' && endpoint.auth !== 'optional') continue
    if (endpoint === endpoints.sessions.revoke || endpoint === endpoints.sessions.authenticate) continue
    const path = endpoint.path.replaceAll(/:\w+/g, 'some-id')
    const { json } = await sdk(endpoint.method, path, endpoint.body === null ? undefined : {}, { session })
    outcomes[json.error_type === 'session_not_mutable_impersonated' ? 'refused' : 'read']?.push(endpoint.path)
  }
  expect(outcomes.read?.toSorted()).toEqual([
    '/account/devices',
    '/account/events',
    '/account/sessions',
    '/users/connected_apps',
    '/users/me',
  ])
  expect(outcomes.refused?.length).toBeGreaterThan(30)
  for (const action of ['impersonation.requested', 'impersonation.read', 'impersonation.refused']) {
    const entries = await audited(action)
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries)
      expect(entry).toMatchObject({ actor: 'operator:operator@example.org', user_id: userId })
  }
  // It ends by itself or by the operator's hand, and the user's own session goes on.
  expect((await sdk('POST', '/sessions/revoke', {}, { session })).status).toBe(200)
  expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(401)
  expect((await sdk('GET', '/users/me', undefined, { session: own.session_token })).status).toBe(200)
})

test('an operator cannot impersonate under somebody else’s name', async () => {
  const { provider } = await open('support', 'a user', {
    'option.by': 'innocent@example.org',
    by: 'innocent@example.org',
  })
  expect(await provider.audited('impersonation.requested')).toMatchObject([{ actor: 'operator:operator@example.org' }])
})

test('an administrator who lost their role opens no account, whatever page they still have open', async () => {
  const provider = await openConsole()
  const visitor = await provider.enter('operator@example.org', 'support')
  const { userId } = await provider.addUser('person@example.org')
  await provider.run('admin remove operator@example.org')
  await visitor.act(`${provider.project}/acts/impersonate`, { 'operand.0': userId, back: provider.project })
  expect(await provider.audited('impersonation.requested')).toEqual([])
})
