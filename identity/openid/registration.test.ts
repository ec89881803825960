import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import type { Tables } from '../platform/database/index.ts'
import { projectConfig } from '../projects/index.ts'
import { noteUse, sweepOpenid } from './store/index.ts'
import { back, stage } from './testing/index.ts'

const day = 24 * 60 * 60_000
const said = { client_name: 'Notebook', redirect_uris: [back], grant_types: ['authorization_code', 'refresh_token'] }

/** Opens a project with dynamic client registration, unless the test disables it. */
const open = async (settings: Record<string, string>, given: object = {}) => {
  const on = await stage(settings)
  const { openid } = projectConfig.parse({ openid: { dynamicRegistration: true, ...given } })
  await on.configure({ openid })
  const call = async (method: string, place: string, { token, body }: { token?: string; body?: unknown } = {}) => {
    const answer = await fetch(place, {
      method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const register = (body: unknown = said) => call('POST', `${on.issuer}/oauth2/register`, { body })
  const stored = () => on.db.selectFrom('openid_clients').selectAll().where('origin', '=', 'registered').execute()
  return { ...on, call, register, stored }
}

describeStore<Tables>('an application that registers itself', migrations, (openStore, store) => {
  const onEngine = async (given: object = {}) => {
    const { url } = store.placeOf(await openStore())
    return open(url === undefined ? {} : { IDENTITY_DATABASE_URL: url }, given)
  }

  test('a self-registered application signs users in under its own name and manages its metadata', async () => {
    const { register, call, stored, decide, asked, session, redeem, isActive, client, refresh } = await onEngine()
    const { status, json, headers } = await register()
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([201, '*'])
    expect([json.client_id, json.client_secret]).toEqual([
      expect.stringMatching(/^connected-app-test-[\w-]{36}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ])
    const { client_id: id, client_secret: secret, registration_access_token: token, registration_client_uri } = json
    const [row] = await stored()
    for (const hidden of [secret, token]) expect(JSON.stringify(row)).not.toContain(hidden)
    const self = { ...client, id, secret }

    const { started, url } = await decide(asked({}, self), session)
    expect(started.data).toMatchObject({
      consent_required: true,
      client: { client_name: 'Notebook', verified: false, redirect_host: 'reader.example.org' },
    })
    const tokens = await redeem(url?.searchParams.get('code') ?? '', {}, self)
    expect(await isActive(tokens.json.access_token, self)).toBe(true)

    const read = await call('GET', registration_client_uri, { token })
    expect(read.json).toMatchObject({ client_id: id, client_name: 'Notebook', redirect_uris: [back] })
    expect(read.json.client_secret).toBeUndefined()
    const changes = { ...said, client_id: id, client_name: 'Notebooks', client_secret: secret }
    const changed = await call('PUT', registration_client_uri, { token, body: changes })
    expect([changed.status, changed.json.client_name]).toEqual([200, 'Notebooks'])
    expect(changed.json.registration_client_uri).toBe(registration_client_uri)
    const wrong = await call('PUT', registration_client_uri, { token, body: { ...changes, client_secret: 'x' } })
    expect(wrong.status).toBe(400)
    const refreshed = await refresh(tokens.json.refresh_token, self)
    expect(await isActive(refreshed.json.access_token, self)).toBe(true)

    const other = (await register()).json
    expect((await call('DELETE', registration_client_uri, { token: other.registration_access_token })).status).toBe(401)
    expect(await stored()).toHaveLength(2)
    expect((await call('DELETE', registration_client_uri, { token })).status).toBe(204)
    expect((await stored()).map(({ client_id }) => client_id)).toEqual([other.client_id])
    expect((await refresh(refreshed.json.refresh_token, self)).json.error).toBe('invalid_client')
    expect((await call('GET', registration_client_uri, { token })).status).toBe(401)
  })

  test('self-registration cannot exceed the project’s limit under concurrency', async () => {
    const { register, stored } = await onEngine({ mostRegistered: 3 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => register()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ json }) => json.error))).toEqual(
      new Set(['temporarily_unavailable']),
    )
    expect(await stored()).toHaveLength(3)
  })

  test('a self-registered application is deleted if unused for a week after registration or for a year', async () => {
    const { register, stored, decide, asked, session, client, db } = await onEngine()
    const used = (await register()).json
    await register()
    await decide(asked({}, { ...client, id: used.client_id }), session)
    await sweepOpenid(db, Date.now() + 6 * day)
    expect(await stored()).toHaveLength(2)
    await sweepOpenid(db, Date.now() + 8 * day)
    expect((await stored()).map(({ client_id }) => client_id)).toEqual([used.client_id])
    expect(await db.selectFrom('openid_consents').selectAll().execute()).toHaveLength(1)
    await sweepOpenid(db, Date.now() + 367 * day)
    expect(await stored()).toEqual([])
    expect(await db.selectFrom('openid_consents').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('openid_clients').selectAll().execute()).toHaveLength(1)
  })
})

test('self-registration is rejected unless the project enables it', async () => {
  const { register, db } = await open({}, { dynamicRegistration: false })
  expect((await register()).status).toBe(404)
  expect(await db.selectFrom('openid_clients').selectAll().execute()).toHaveLength(1)
})

test('self-registration rejects operator-only fields and deceptive names or URLs', async () => {
  const { register, stored, issuer } = await open({ LIMITS_SCALE: '100' })
  for (const given of [
    { redirect_uris: ['http://evil.example/back'] },
    { redirect_uris: ['https://evil.example/#x'] },
    { redirect_uris: ['javascript:alert(1)'] },
    { redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'], token_endpoint_auth_method: 'none' },
    { redirect_uris: [] },
    { redirect_uris: back },
    { redirect_uris: Array.from({ length: 21 }, (_, n) => `${back}${n}`) },
    { post_logout_redirect_uris: ['http://evil.example/'] },
    { backchannel_logout_uri: 'http://evil.example/' },
    { corroborate_without_pkce: true },
    { grant_types: ['client_credentials'], response_types: [], redirect_uris: [] },
    { grant_types: ['implicit'], response_types: ['id_token'] },
    { client_name: 'Corro\u202Eetarob' },
    { client_name: 'x'.repeat(81) },
    { client_name: 7 },
    { contacts: ['a'.repeat(9_000)] },
    { token_endpoint_auth_method: 'private_key_jwt' },
    { scope: 7 },
  ]) {
    const { status, json } = await register({ ...said, ...given })
    expect([given, status, json.error]).toEqual([given, 400, expect.stringMatching(/^invalid_/)])
  }
  for (const body of ['', '[]', '{', 'null', '"x"', '{"__proto__": {"client_id": 1}}']) {
    expect((await register(body)).status).toBe(400)
  }
  expect(await stored()).toEqual([])
  const { json } = await register({ ...said, scope: 'openid full_access email', client_id: 'mine', client_secret: 's' })
  expect(json.scope).toBe('openid email')
  expect(json.client_id).not.toBe('mine')
  expect(json.client_secret).not.toBe('s')
  const form = await fetch(`${issuer}/oauth2/register`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })
  expect(form.status).toBe(400)
})

test('a device application redirects to its own scheme, dotless if allowed, and always asks for consent', async () => {
  const { register, asked, decide, session, client } = await open({}, { redirectSchemes: ['cursor'] })
  for (const [back, place] of [
    ['org.example.app:/back', 'org.example.app:'],
    ['cursor://bank.example.org/oauth/callback', 'cursor:'],
  ] as const) {
    const { status, json } = await register({ ...said, redirect_uris: [back], token_endpoint_auth_method: 'none' })
    expect([back, status]).toEqual([back, 201])
    const self = { ...client, id: json.client_id, redirectUrls: [back] }
    for (let time = 0; time < 2; time++) {
      const { started, url } = await decide(asked({}, self), session)
      expect(started.data).toMatchObject({ consent_required: true, client: { redirect_host: place, verified: false } })
      expect(url?.href.startsWith(`${back}?code=`)).toBe(true)
    }
  }
  for (const other of ['vscode://x/back', 'data:/x', 'intent:/x', 'view-source:/x']) {
    const { status } = await register({ ...said, redirect_uris: [other], token_endpoint_auth_method: 'none' })
    expect([other, status]).toEqual([other, 400])
  }
})

test('an IP address can register twenty applications an hour', async () => {
  const { register, stored } = await open({})
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await register()).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
  expect(await stored()).toHaveLength(20)
})

test('a self-registered application gets tokens only for APIs open to any application', async () => {
  const api = (resource: string, forAnyApp: boolean) => ({ resource, scopes: ['read'], forAnyApp })
  const resources = [api('https://any.example.org/', true), api('https://some.example.org/', false)]
  const { register, decide, asked, session, client, redeem } = await open({}, { resources })
  const { json } = await register({ ...said, token_endpoint_auth_method: 'none' })
  const self = { ...client, id: json.client_id }
  expect(json.scope.split(' ')).toContain('read')
  const other = await decide(asked({ scope: 'openid read', resource: 'https://some.example.org/' }, self), session)
  expect(other.url?.searchParams.get('error')).toBe('invalid_target')
  const { url } = await decide(asked({ scope: 'openid read', resource: 'https://any.example.org/' }, self), session)
  const tokens = await redeem(url?.searchParams.get('code') ?? '', { client_id: self.id }, null)
  expect(tokens.json).toMatchObject({ scope: 'read', token_type: 'Bearer' })
})

test.each([
  ['a nonce', { nonce: 'n' }, true, 'code'],
  ['no nonce', {}, true, 'error'],
  ['a nonce, but is for no openid', { nonce: 'n', scope: 'email' }, true, 'error'],
  ['a nonce, where the project says nothing', { nonce: 'n' }, false, 'error'],
])('a request without PKCE that has %s', async (_, given: Record<string, string>, isOff, answer) => {
  const { register, decide, asked, session, client, redeem } = await open({}, isOff ? { registeredPkce: false } : {})
  const { json } = await register()
  const self = { ...client, id: json.client_id, secret: json.client_secret }
  const url = asked(given, self)
  url.searchParams.delete('code_challenge')
  const { url: back } = await decide(url, session)
  expect([...(back?.searchParams.keys() ?? [])]).toContain(answer)
  if (answer !== 'code') return
  const code = back?.searchParams.get('code') ?? ''
  // A verifier without a challenge indicates that an attacker removed the challenge (RFC 9700, section 4.8.2).
  expect((await redeem(code, {}, self)).status).toBe(400)
  expect((await redeem(code, { code_verifier: '' }, self)).status).toBe(200)
})

test('public applications need PKCE, self-registered or not, whatever exemptions exist', async () => {
  const { register, decide, asked, session, client, call } = await open({}, { registeredPkce: false })
  const { json } = await register({ ...said, token_endpoint_auth_method: 'none' })
  for (const app of [{ ...client, id: json.client_id }, client]) {
    const url = asked({ nonce: 'n' }, app)
    url.searchParams.delete('code_challenge')
    expect((await decide(url, session)).url?.searchParams.get('error')).toBe('invalid_request')
  }
  // Our internal marks are neither set nor read by applications.
  const { registration_client_uri, registration_access_token: token } = (await register()).json
  expect(JSON.stringify((await call('GET', registration_client_uri, { token })).json)).not.toContain('corroborate')
})

test('registration endpoints allow any origin', async () => {
  const { issuer } = await open({}, {})
  for (const path of ['/oauth2/register', '/oauth2/register/app-1']) {
    const { status, headers } = await fetch(issuer + path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://reader.example.org', 'Access-Control-Request-Method': 'PUT' },
    })
    expect([path, status]).toEqual([path, 204])
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '3600',
    })
  }
})

test('an unreadable, oversized or unauthenticated update changes nothing', async () => {
  const { register, call, stored } = await open({}, {})
  const {
    client_id,
    client_secret,
    registration_access_token: token,
    registration_client_uri,
  } = (await register()).json
  const change = (body: unknown, as = token) => call('PUT', registration_client_uri, { token: as, body })
  for (const [body, status] of [
    ['{', 400],
    ['null', 400],
    ['7', 400],
    ['"client_secret"', 400],
    [{ ...said, client_id, client_secret: 7 }, 400],
    [{ ...said, client_id: 'another', client_secret }, 400],
    [{ ...said, client_id, client_secret, client_uri: `https://a.example/${'x'.repeat(60_000)}` }, 413],
  ] as const) {
    const answer = await change(body)
    expect([body, answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([body, status, '*'])
  }
  expect((await change({ ...said, client_id, client_secret }, 'x')).status).toBe(401)
  const [row] = await stored()
  expect(JSON.parse(row?.settings ?? '{}')).toMatchObject({ name: 'Notebook', redirectUrls: [back] })

  // Metadata registered without a secret may be sent again without one.
  const plain = await change({ ...said, client_id, client_name: 'Notes' })
  expect([plain.status, plain.json.client_name]).toEqual([200, 'Notes'])
  expect(plain.headers.get('Content-Type')).toContain('application/json')
})

test('a public application updates its metadata with its registration token alone', async () => {
  const { register, call } = await open({}, {})
  const mine = { ...said, token_endpoint_auth_method: 'none' }
  const { client_id, registration_access_token: token, registration_client_uri } = (await register(mine)).json
  const changed = await call('PUT', registration_client_uri, {
    token,
    body: { ...mine, client_id, client_name: 'Notes' },
  })
  expect([changed.status, changed.json.client_name]).toEqual([200, 'Notes'])
  expect((await call('GET', registration_client_uri, { token })).json.client_name).toBe('Notes')
})

test('an IP address can update applications sixty times an hour and read without limit', async () => {
  const { register, call, issuer } = await open({ LIMITS_SCALE: '0.1' })
  const { registration_access_token: token, registration_client_uri } = (await register()).json
  const statuses: number[] = []
  for (let n = 0; n < 7; n++) statuses.push((await call('GET', registration_client_uri, { token })).status)
  expect(statuses).toEqual([...Array.from({ length: 6 }, () => 200), 429])
  expect((await call('OPTIONS', `${issuer}/oauth2/register`)).status).toBe(204)
  expect((await register()).status).toBe(201)
  expect((await register()).status).toBe(429)
})

test('registration changes are recorded in the audit log', async () => {
  const { register, call, db, client } = await open({}, {})
  const { client_id, registration_access_token: token, registration_client_uri } = (await register()).json
  await call('PUT', registration_client_uri, { token, body: { ...said, client_id, client_name: 'Notes' } })
  await call('DELETE', registration_client_uri, { token })
  const log = await db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'details'])
    .where('action', 'like', 'app.%')
    .execute()
  expect(log.map(({ action, actor, details }) => [action, actor, JSON.parse(details)])).toEqual([
    ['app.created', 'anonymous', { client_id, name: 'Notebook', registered: true }],
    ['app.changed', 'anonymous', { client_id, name: 'Notes', registered: true }],
    ['app.deleted', 'anonymous', { client_id, name: 'Notes', registered: true }],
  ])
  expect((await db.selectFrom('openid_clients').select('client_id').execute()).map(row => row.client_id)).toEqual([
    client.id,
  ])
})

test('last use is recorded per day, and an old use does not keep an application', async () => {
  const { register, stored, db, project } = await open({}, {})
  const { client_id } = (await register()).json
  const { id } = await project()
  const start = Date.now()
  const usedAt = async (now: number) => {
    await runTransaction(db, tx => noteUse(tx, id, client_id, now))
    return (await stored())[0]?.used_at
  }
  expect(await usedAt(start)).toBe(start)
  expect(await usedAt(start + day)).toBe(start)
  expect(await usedAt(start + day + 1)).toBe(start + day + 1)
  const last = start + day + 1
  await sweepOpenid(db, last + 366 * day - 1)
  expect(await stored()).toHaveLength(1)
  await sweepOpenid(db, last + 366 * day)
  expect(await stored()).toEqual([])
})

test('an unused application is deleted on the seventh day, and an operator’s never', async () => {
  const { register, stored, db, client } = await open({}, {})
  await register()
  const [row] = await stored()
  const registeredAt = row?.created_at ?? 0
  await sweepOpenid(db, registeredAt + 7 * day - 1)
  expect(await stored()).toHaveLength(1)
  await sweepOpenid(db, registeredAt + 7 * day)
  expect((await db.selectFrom('openid_clients').select('client_id').execute()).map(row => row.client_id)).toEqual([
    client.id,
  ])
})

test('an application that requests no refresh tokens gets none, even with consent', async () => {
  const { register, decide, asked, session, client, redeem } = await open({}, {})
  const { json } = await register({ ...said, grant_types: ['authorization_code'] })
  const self = { ...client, id: json.client_id, secret: json.client_secret }
  const { url } = await decide(asked({ scope: 'openid offline_access' }, self), session)
  const tokens = await redeem(url?.searchParams.get('code') ?? '', {}, self)
  expect([tokens.status, tokens.json.refresh_token]).toEqual([200, undefined])
})
