import { runTransaction } from '@corroborate/server-kit/database'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { expect, test } from 'vitest'
import { projectConfig } from '../projects/index.ts'
import { personOf } from './authorize/submit.ts'
import { updateClient } from './store/index.ts'
import { back, stage } from './testing/index.ts'

// User eligibility to consent, and the grantable scopes.

type Result = { scope: string; is_grantable: boolean }
type Stage = Awaited<ReturnType<typeof stage>>

/** Returns both requests of a consent page, passing on all parameters of the application. */
const pageOf = (on: Stage, given: Record<string, string> = {}, of = on.client) => {
  const { scope = '', resource, ...params } = Object.fromEntries(on.asked(given, of).searchParams)
  const body = { ...params, scopes: scope.split(' '), ...(resource !== undefined && { resource: [resource] }) }
  return {
    start: (session: string | null = on.session) => on.sdk('POST', '/idp/oauth/authorize/start', body, { session }),
    submit: (session: string | null = on.session, more: object = {}) =>
      on.sdk('POST', '/idp/oauth/authorize/submit', { ...body, consent_granted: true, ...more }, { session }),
  }
}

const grantable = (data: Record<string, unknown>) =>
  (data.scope_results as Result[]).map(({ scope, is_grantable }) => [scope, is_grantable])

test('a first-party application skips consent, and no consent is recorded', async () => {
  const on = await stage()
  const resource = 'https://api.example.org/'
  const { openid } = projectConfig.parse({ openid: { resources: [{ resource, scopes: ['read'] }] } })
  await on.configure({ openid })
  const ours = await on.addClient({ firstParty: true, resources: [resource], scopes: ['openid', 'email', 'read'] })
  const page = pageOf(on, { scope: 'openid email read', resource }, ours)
  const { data } = await page.start()
  expect(data).toMatchObject({ consent_required: false, client: { client_type: 'first_party', verified: true } })
  const code = String((await page.submit()).data.authorization_code)
  expect((await on.redeem(code, {}, ours)).json).toMatchObject({ scope: expect.stringContaining('read') })
  expect(await on.count('openid_consents')).toBe(0)
  const log = await on.db.selectFrom('audit_log').select('details').where('action', '=', 'app.authorized').execute()
  expect(log.map(({ details }) => JSON.parse(details))).toEqual([
    { client_id: ours.id, scopes: ['openid', 'email', 'read'], asked: false },
  ])
})

test('an impersonating operator cannot sign in to applications', async () => {
  const on = await stage()
  const operator = 'ops@example.org'
  const { session_token: session } = await on.signIn(on.userId, {
    type: 'impersonated',
    delivery_method: 'impersonation',
    impersonated_factor: { impersonator_id: `operator:${operator}`, impersonator_email_address: operator },
  })
  const page = pageOf(on)
  for (const answer of [await page.start(session), await page.submit(session)]) {
    expect(answer.json.error_type).toBe('session_not_mutable_impersonated')
  }
})

test('a user with an authenticator app signs in to applications with both factors', async () => {
  const on = await stage()
  const { id } = await on.project()
  const app = { totp_id: 'totp-test-1', user_id: on.userId, secret: 'S', last_step: 0, created_at: 0 }
  const row = { ...app, project_id: id, expires_at: on.clock.now + 60_000 }
  await on.db
    .insertInto('totps')
    .values({ ...row, verified: 0 })
    .execute()
  // An unconfirmed authenticator app doesn't count.
  expect((await pageOf(on).start()).status).toBe(200)
  await on.db.updateTable('totps').set({ verified: 1 }).execute()
  const page = pageOf(on)
  for (const answer of [await page.start(), await page.submit()]) {
    expect(answer.json.error_type).toBe('insufficient_factors')
  }
  const { session_token } = await on.signIn(on.userId, {
    type: 'totp',
    delivery_method: 'authenticator_app',
    authenticator_app_factor: { totp_id: app.totp_id },
  })
  const answer = await on.sdk('POST', '/sessions/authenticate', {}, { session: session_token })
  expect(answer.status).toBe(200)
  expect((await page.start(session_token)).status).toBe(200)
})

test('a user who proved the second factor first and another later has proved it', async () => {
  const user = { totps: [{ verified: true }] }
  const factors = [{ type: 'totp' }, { type: 'password' }]
  const core = { sessions: { userOf: async () => user } } as never
  expect(await personOf(core, {} as never, { factors } as never, 0)).toMatchObject({ user })
})

const roles = [
  { role_id: 'stytch_user', description: '', permissions: [] },
  { role_id: 'editor', description: '', permissions: [{ resource_id: 'papers', actions: ['write'] }] },
]
const scopes = [
  { scope: 'write', description: 'Write papers', permissions: [{ resource_id: 'papers', actions: ['write'] }] },
]

test('a scope the user cannot grant is shown as such and not granted', async () => {
  const on = await stage()
  await on.configure({
    rbac: { roles, scopes, resources: [{ resource_id: 'papers', description: '', actions: ['write'] }] },
  } as never)
  const app = await on.addClient({ scopes: ['openid', 'email', 'write'] })
  const page = pageOf(on, { scope: 'openid write' }, app)
  // Grantable scopes depend on the signed-in user.
  expect(grantable((await page.start(null)).data)).toEqual([
    ['openid', true],
    ['write', true],
  ])
  const { data } = await page.start()
  expect(grantable(data)).toEqual([
    ['openid', true],
    ['write', false],
  ])
  const { json } = await on.redeem(String((await page.submit()).data.authorization_code), {}, app)
  expect(json.scope).toBe('openid')

  await on.db
    .updateTable('users')
    .set({ roles: JSON.stringify(['editor']) })
    .execute()
  const again = await page.start()
  expect([again.data.consent_required, grantable(again.data)]).toEqual([
    true,
    [
      ['openid', true],
      ['write', true],
    ],
  ])
  // Previously denied scopes are decided again.
  const given = await on.redeem(String((await page.submit()).data.authorization_code), {}, app)
  expect(given.json.scope).toBe('openid write')
})

test('scopes that are disallowed or unknown are shown as such and not requested', async () => {
  const on = await stage()
  const app = await on.addClient({ scopes: ['openid', 'email'] })
  const page = pageOf(on, { scope: 'openid phone unheard email' }, app)
  const { data } = await page.start()
  expect(grantable(data)).toEqual([
    ['openid', true],
    ['email', true],
    ['phone', false],
    ['unheard', false],
  ])
  const { json } = await on.redeem(String((await page.submit()).data.authorization_code), {}, app)
  expect(json.scope).toBe('openid email')
  const old = await on.start({ client_id: app.id, scope: 'openid phone' })
  expect(old.data).toMatchObject({ grantable_scope: 'openid', ungrantable_scope: 'phone' })
})

test('an application can sign users in after an API it had scopes for was removed', async () => {
  const on = await stage()
  const resources = [{ resource: 'https://api.example.org/', scopes: ['read'], forAnyApp: true }]
  const of = (given: object) => on.configure({ openid: projectConfig.parse({ openid: given }).openid })
  await of({ resources })
  const app = await on.addClient({ scopes: ['openid', 'email', 'read'] })
  await on.newCode({ scope: 'openid read' }, app)
  await of({})
  const page = pageOf(on, { scope: 'openid email read' }, app)
  const { data } = await page.start()
  expect(grantable(data)).toEqual([
    ['openid', true],
    ['email', true],
    ['read', false],
  ])
  const { json } = await on.redeem(String((await page.submit()).data.authorization_code), {}, app)
  expect(json.scope).toBe('openid email')
})

test('consent is remembered as requested and added to earlier consent', async () => {
  const on = await stage()
  const resource = 'https://api.example.org/'
  const { openid } = projectConfig.parse({ openid: { resources: [{ resource, scopes: ['read'], forAnyApp: true }] } })
  await on.configure({ openid })
  const app = await on.addClient({ scopes: ['openid', 'email', 'read'] })
  const kept = async () => on.db.selectFrom('openid_consents').selectAll().executeTakeFirstOrThrow()
  await on.newCode({ scope: 'openid email' }, app)
  const first = await kept()
  expect([first.scopes, first.resources, first.granted_at]).toEqual(['email openid', '', on.clock.now])
  on.clock.now += 60_000
  await on.newCode({ scope: 'openid read', resource }, app)
  const { granted_at, updated_at, ...second } = await kept()
  expect([second.scopes, second.resources]).toEqual(['email openid read', resource])
  expect([granted_at, updated_at]).toEqual([first.granted_at, on.clock.now])
  // Both together need no other answer.
  const page = pageOf(on, { scope: 'openid email read', resource }, app)
  expect((await page.start()).data.consent_required).toBe(false)
})

test('the consent page names the signed-in user, if any', async () => {
  const on = await stage()
  const page = pageOf(on)
  expect((await page.start()).data).toMatchObject({ user_id: on.userId, user: { user_id: on.userId } })
  const { data } = await page.start(null)
  expect([data.user_id, data.user, data.login_required]).toEqual(['', null, true])
  expect(Object.keys((await page.start()).data)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/login_required|redirect_uri/)]),
  )
})

test('denying returns no code and records nothing', async () => {
  const on = await stage()
  const page = pageOf(on)
  await page.start()
  const no = await page.submit(undefined, { consent_granted: false })
  expect(Object.keys(no.data)).not.toContain('authorization_code')
  expect(new URL(String(no.data.redirect_uri)).searchParams.get('error')).toBe('access_denied')
  expect([await on.count('openid_consents'), await on.count('openid_requests')]).toEqual([0, 0])
  // The answer was given: a second one is to nothing.
  expect((await page.submit()).json.error_type).toBe('idp_authorization_not_started')
})

test('a required re-authentication is enforced even if the page skips the first step', async () => {
  const on = await stage()
  const page = pageOf(on, { prompt: 'login' })
  await pageOf(on).start()
  expect((await page.submit()).json.error_type).toBe('stale_factors')
  on.clock.now += 1_000
  await page.start(null)
  on.clock.now += 1_000
  const { session_token } = await on.signIn(on.userId)
  await page.start(session_token)
  // Saying no answers it, too: the next request wants a log-in of its own.
  await page.submit(session_token, { consent_granted: false })
  expect((await page.start(session_token)).json.error_type).toBe('stale_factors')
})

test('prompt=none immediately returns that interaction is required', async () => {
  const on = await stage()
  const page = pageOf(on, { prompt: 'none', scope: 'openid email' })
  const errorOf = (data: Record<string, unknown>) => new URL(String(data.redirect_uri)).searchParams.get('error')
  const stranger = await page.start(null)
  expect([stranger.data.login_required, errorOf(stranger.data)]).toEqual([undefined, 'login_required'])
  const unasked = await page.start()
  expect([unasked.data.consent_required, errorOf(unasked.data)]).toEqual([false, 'consent_required'])
  await on.decide(on.asked({ scope: 'openid email' }), on.session)
  const { data } = await page.start()
  expect([data.consent_required, data.redirect_uri]).toEqual([false, undefined])
  const code = String((await page.submit()).data.authorization_code)
  expect((await on.redeem(code)).json.scope).toBe('openid email')
  const log = await on.db.selectFrom('audit_log').select('details').where('action', '=', 'app.authorized').execute()
  expect(log.map(({ details }) => JSON.parse(details).asked)).toEqual([true, false])
  const wrong = await pageOf(on, { prompt: 'none', response_type: 'token' }).submit()
  expect(String(wrong.data.redirect_uri)).toContain('error=unsupported_response_type')
})

test('an application deleted between request and decision gets nothing', async () => {
  const on = await stage()
  const page = pageOf(on)
  await page.start()
  await runTransaction(on.db, tx =>
    updateClient(tx, on.projectNow.id, { ...on.client, redirectUrls: ['https://reader.example.org/other'] }, 0),
  )
  const { status, data } = await page.submit()
  expect([status, data.redirect_uri]).toEqual([400, undefined])
})

test('a request without a redirect URI is rejected without a redirect', async () => {
  const on = await stage()
  const { redirect_uri: _, scope: __, ...body } = Object.fromEntries(on.asked().searchParams)
  const { status, data } = await on.sdk('POST', '/oauth/authorize/start', body, { session: on.session })
  expect([status, data.redirect_uri]).toEqual([400, undefined])
})

test.each(['true', 'false'])(
  'a consent form posting consent_granted=%s is processed accordingly',
  async consent_granted => {
    const on = await stage()
    await pageOf(on).start()
    const post = (publicToken: string, headers: Record<string, string>) =>
      on.identity.app.request(`${on.origin}/sdk/v1/oauth/authorize`, {
        method: 'POST',
        body: new URLSearchParams({
          ...Object.fromEntries(on.asked().searchParams),
          consent_granted,
          __Authorization: formatAuthorization({ publicToken, sessionToken: on.session }),
        }),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      })
    // Our own pages may, too.
    const from = { Origin: on.origin, 'User-Agent': 'x'.repeat(300) }
    expect((await post('public-token-test-00000000-0000-4000-8000-000000000000', from)).status).toBe(401)
    const answer = await post(on.publicToken, from)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([303, 'no-store'])
    const led = new URL(answer.headers.get('Location') ?? 'none:')
    expect([led.origin + led.pathname, [...led.searchParams.keys()]]).toEqual([
      back,
      consent_granted === 'true' ? ['code', 'state', 'iss'] : ['error', 'error_description', 'state', 'iss'],
    ])
    const noted = await on.db.selectFrom('audit_log').selectAll().where('action', '=', 'app.authorized').execute()
    expect(noted.map(({ user_agent }) => user_agent)).toEqual(consent_granted === 'true' ? ['x'.repeat(255)] : [])
  },
)

test('signing in again for the same scopes reuses the existing grant', async () => {
  const on = await stage()
  const grants = async () =>
    (await on.db.selectFrom('openid_authorizations').select(['grant_id', 'sid']).execute()).map(row => ({ ...row }))
  const first = await on.redeem(await on.newCode())
  const before = await grants()
  const second = await on.redeem(await on.newCode({ scope: 'openid phone' }))
  expect(await grants()).toEqual(before)
  expect(second.json.scope).toContain('phone')
  const refreshed = await on.refresh(first.json.refresh_token)
  expect(refreshed.json.scope).toBe('openid email offline_access')
  // To take back one is to take back all that was given in this session.
  await on.post('revoke', { token: refreshed.json.refresh_token ?? '' })
  expect(await on.isActive(second.json.access_token)).toBe(false)
  await on.redeem(await on.newCode())
  const [after] = await grants()
  expect([after?.sid, after?.grant_id === before[0]?.grant_id]).toEqual([before[0]?.sid, false])
})
