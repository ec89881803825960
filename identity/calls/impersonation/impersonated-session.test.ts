import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { allEndpoints, endpoints } from '@corroborate/wire/endpoints.schema'
import { authorizeFormPath } from '@corroborate/wire/idp'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { impersonationMinutes } from '../../accounts/impersonation/issue.ts'
import { features } from '../../features.ts'
import { commandsUnderTest } from '../../operate/commands/testing/index.ts'
import { readAudit } from '../../platform/audit/store.ts'
import { readMailbox } from '../../testing/index.ts'

const reads = [
  'GET /account/devices',
  'GET /account/events',
  'GET /account/sessions',
  'GET /users/connected_apps',
  'GET /users/me',
]
const ofTheSession = ['POST /sessions/authenticate', 'POST /sessions/revoke']

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

/** A moderator of the project, and a session in which an owner of the console impersonates them. */
const impersonating = async () => {
  const provider = await commandsUnderTest()
  const { userId } = await provider.addUser('ada@example.org')
  await provider.run('user role add ada@example.org moderator')
  const { json } = await provider.run('impersonate ada@example.org --reason ticket')
  const body = { impersonation_token: (json as { impersonation_token: string }).impersonation_token }
  const { data } = await provider.sdk('POST', '/impersonation/authenticate', body)
  const audited = async (action: string) => {
    const entries = await readAudit(provider.db, { projectId: (await provider.project()).id, action, limit: 1_000 })
    return entries.map(({ actor, user_id, details }) => ({ actor, user_id, details }))
  }
  return { ...provider, userId, data, session: String(data.session_token), audited }
}

test('an impersonated session carries no role in responses or JWT, and its JWT names the operator', async () => {
  const { data, session, sdk, signIn, userId } = await impersonating()
  const own = await signIn(userId)
  expect(own.user.roles).toEqual(['stytch_user', 'moderator'])
  expect(decodeJwt(own.session_jwt)).not.toHaveProperty('act')
  const again = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 60 }, { session })
  for (const said of [data, again.data] as Record<'user' | 'session' | 'session_jwt', never>[]) {
    expect(said).toMatchObject({ user: { roles: ['stytch_user'] }, session: { roles: ['stytch_user'] } })
    expect(decodeJwt(said.session_jwt)).toMatchObject({
      act: { sub: 'operator:eve@desk' },
      sub: userId,
      'https://stytch.com/session': { roles: ['stytch_user'] },
    })
  }
  expect((await sdk('GET', '/users/me', undefined, { session })).data.roles).toEqual(['stytch_user'])
})

test('every endpoint that takes a session rejects an impersonated one, except the listed reads', async () => {
  const { session, sdk, db, audited, userId } = await impersonating()
  const rows = () => db.selectFrom('users').selectAll().execute()
  const before = await rows()
  const routes = allEndpoints.filter(({ auth }) => auth === 'session' || auth === 'optional')
  const allowed: string[] = []
  for (const endpoint of routes.filter(each => each !== endpoints.sessions.revoke)) {
    const path = endpoint.path.replaceAll(/:\w+/g, 'some-id')
    const { json, status } = await sdk(endpoint.method, path, endpoint.body === null ? undefined : {}, { session })
    if (json.error_type === 'session_not_mutable_impersonated')
      expect([nameOf(endpoint), status]).toEqual([nameOf(endpoint), 403])
    else allowed.push(nameOf(endpoint))
  }
  expect([...allowed, 'POST /sessions/revoke'].toSorted()).toEqual([...reads, ...ofTheSession].toSorted())
  expect(await rows()).toEqual(before)
  const names = { actor: 'operator:eve@desk', user_id: userId }
  const logged = [...(await audited('impersonation.refused')), ...(await audited('impersonation.read'))]
  expect(logged.map(({ details }) => details.call).toSorted()).toEqual(
    routes
      .map(nameOf)
      .filter(name => !ofTheSession.includes(name))
      .toSorted(),
  )
  for (const entry of logged) expect(entry).toMatchObject(names)
  expect((await sdk('POST', '/sessions/revoke', {}, { session })).status).toBe(200)
  expect(await audited('session.revoked')).toMatchObject([names])
  expect((await sdk('GET', '/users/me', undefined, { session })).status).toBe(401)
})

test('every endpoint of every feature is in the contract, so the test above covers it', async () => {
  const { core } = await impersonating()
  const routes = features.flatMap(({ open }) => open?.(core).calls ?? []).map(({ endpoint }) => nameOf(endpoint))
  expect(routes.filter(name => !allEndpoints.map(nameOf).includes(name))).toEqual([])
})

test('no proof turns an impersonated session into a regular one or extends it', async () => {
  const { session, sdk, clock, db, data, audited } = await impersonating()
  const body = { password: 'a-good-long-passphrase-9', email: 'ada@example.org', session_duration_minutes: 500 }
  expect((await sdk('POST', '/passwords/authenticate', body, { session })).json.error_type).toBe(
    'session_not_mutable_impersonated',
  )
  const again = await sdk('POST', '/sessions/authenticate', { session_duration_minutes: 500 }, { session })
  const { expires_at } = again.data.session as { expires_at: string }
  expect(Date.parse(expires_at)).toBe(clock.now + impersonationMinutes.session * 60_000)
  const { session_id } = data.session as { session_id: string }
  const rows = await db.selectFrom('sessions').select('factors').where('session_id', '=', session_id).execute()
  expect(rows.map(({ factors }) => JSON.parse(factors).map(({ type }: { type: string }) => type))).toEqual([
    ['impersonated'],
  ])
  expect(await audited('impersonation.refused')).toHaveLength(1)
})

test('the OpenID Connect consent form rejects an impersonated session and logs it', async () => {
  const { session, publicToken, app, core, audited, userId } = await impersonating()
  const answer = await app.request(core.origin + sdkPrefix + authorizeFormPath, {
    method: 'POST',
    headers: { Origin: core.origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      __Authorization: formatAuthorization({ publicToken, sessionToken: session }),
      consent_granted: 'true',
      client_id: 'x',
      redirect_uri: 'https://app.example/',
      response_type: 'code',
      scopes: 'openid',
    }),
  })
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('impersonating')])
  expect(await audited('impersonation.refused')).toEqual([
    { actor: 'operator:eve@desk', user_id: userId, details: { call: 'POST /idp/oauth/authorize/submit' } },
  ])
})

test('impersonation notifies the account owner at every verified email address', async () => {
  const provider = await impersonating()
  const mails = await readMailbox(provider, 'ada@example.org', 1)
  expect(mails.map(({ subject }) => subject)).toContain('Support opened your account at Corroborate')
})
