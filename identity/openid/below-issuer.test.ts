import { expect, test } from 'vitest'
import { projectConfig } from '../projects/index.ts'
import { logoPath } from './logo-path.ts'
import { createProviders } from './provider/index.ts'
import { logoOf } from './store/index.ts'
import { back, consentPage, stage } from './testing/index.ts'

// Public endpoints of a project's OpenID provider.

const open = async (given: object = {}, settings: Record<string, string> = {}) => {
  const on = await stage(settings)
  await on.configure({ authorizeUrl: consentPage, openid: projectConfig.parse({ openid: given }).openid })
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${on.issuer}${path}`, { redirect: 'manual', ...init })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { ...on, call }
}

test('the authorization endpoint answers GET and POST only, and has no subpaths', async () => {
  const { call } = await open()
  for (const path of ['/oauth2/authorize', '/oauth2/logout']) {
    expect((await call(`${path}?client_id=x`)).status).toBe(303)
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const { status, headers } = await call(path, { method })
      expect([path, method, status, headers.get('Location')]).toEqual([path, method, 404, null])
    }
    for (const deeper of [`${path}/`, `${path}/x`, `${path}/confirm`]) {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await call(deeper, { method })
        expect([deeper, method, status]).toEqual([deeper, method, 404])
        expect(text).toContain('no consent page')
      }
    }
  }
})

test('the redirect to the consent page keeps all parameters, including repeated ones', async () => {
  const { call, configure } = await open()
  const led = async (path: string) => (await call(path)).headers.get('Location')
  expect(await led('/oauth2/authorize')).toBe(consentPage)
  expect(await led('/oauth2/authorize?')).toBe(consentPage)
  expect(await led('/oauth2/authorize?a=1&a=2&b=%26')).toBe(`${consentPage}?a=1&a=2&b=%26`)
  expect(await led('/oauth2/logout?a=1')).toBe(`${consentPage}?a=1&flow=logout`)
  await configure({ authorizeUrl: null })
  expect((await call('/oauth2/logout')).status).toBe(404)
})

test('redirects to the consent page are not cached', async () => {
  const { call } = await open()
  expect((await call('/oauth2/authorize?client_id=x')).headers.get('Cache-Control')).toBe('no-store')
})

test.each([
  [56 * 1_024, 303],
  [56 * 1_024 + 1, 413],
])('a request of %i bytes returns %i', async (size, status) => {
  const { call } = await open()
  // Nothing but ends of parameters, so that the address that it is led to is short.
  const body = 'client_id=x'.padEnd(size, '&')
  const answer = await call('/oauth2/authorize', { method: 'POST', body })
  expect(answer.status).toBe(status)
  if (status === 413) {
    expect(JSON.parse(answer.text)).toEqual({
      error: 'invalid_request',
      error_description: 'the body is too large',
    })
  }
})

test('the library’s developer pages and unknown projects return 404', async () => {
  const { call, origin } = await open()
  expect((await call('/interaction/x')).status).toBe(404)
  expect((await call('/oauth2/posted-answer?answer=x', { method: 'POST' })).status).toBe(404)
  const other = `${origin}/v1/public/project-test-00000000-0000-4000-8000-000000000000`
  const answer = await fetch(`${other}/.well-known/openid-configuration`)
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('No OpenID provider')])
})

test('URLs in responses use our origin regardless of forwarded headers', async () => {
  const { call, issuer } = await open({ dynamicRegistration: true })
  const headers = {
    'Content-Type': 'application/json',
    'X-Forwarded-Host': 'evil.example',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'host=evil.example;proto=https',
  }
  const body = JSON.stringify({ redirect_uris: [back] })
  const { status, text } = await call('/oauth2/register', { method: 'POST', headers, body })
  expect(status).toBe(201)
  expect(JSON.parse(text).registration_client_uri).toMatch(`${issuer}/oauth2/register/`)
  const metadata = JSON.parse((await call('/.well-known/openid-configuration', { headers })).text)
  expect(metadata.registration_endpoint).toBe(`${issuer}/oauth2/register`)
})

test('token endpoint CORS allows the application’s own origin only', async () => {
  const { addClient, newCode, call, verifier } = await open()
  const redeem = async (origin: string, redirectUrl: string) => {
    // One that is on a device alone has no other address.
    const others = redirectUrl.startsWith('https:') ? ['https://other.example.org/back'] : []
    const app = await addClient({ isPublic: true, redirectUrls: [redirectUrl, ...others] })
    const form = { grant_type: 'authorization_code', code: await newCode({}, app), client_id: app.id }
    const { status, headers } = await call('/oauth2/token', {
      method: 'POST',
      headers: { Origin: origin },
      body: new URLSearchParams({ ...form, redirect_uri: redirectUrl, code_verifier: verifier }),
    })
    return { status, allowed: headers.get('Access-Control-Allow-Origin') }
  }
  const own = 'https://reader.example.org'
  expect(await redeem(own, back)).toEqual({ status: 200, allowed: own })
  for (const [origin, redirectUrl] of [
    ['https://evil.example', back],
    ['http://reader.example.org', back],
    ['null', back],
    // A page without an origin is not the application on the device that has none either.
    ['null', 'org.example.app:/back'],
  ] as const) {
    const { status, allowed } = await redeem(origin, redirectUrl)
    expect([origin, redirectUrl, status, allowed]).toEqual([origin, redirectUrl, 400, null])
  }
})

test('a project’s provider is created once, and again when its settings or keys change', async () => {
  const { core, project, configure, client } = await stage()
  const { current, published } = core.keys
  const retired: Awaited<ReturnType<typeof published>> = []
  const keys = { ...core.keys, current, published: async (id: string) => [...(await published(id)), ...retired] }
  const providers = createProviders({ ...core, keys })
  const first = await providers.of(await project())
  expect(await providers.of(await project())).toBe(first)
  const seen = new Set([first])
  const { openid, rbac, id } = await project()
  const isNew = async (): Promise<boolean> => {
    const next = await providers.of(await project())
    const isUnseen = !seen.has(next)
    seen.add(next)
    return isUnseen
  }
  await configure({ siwe: true })
  expect(await isNew()).toBe(false)
  for (const change of [
    { openid: { ...openid, dpop: true } },
    { authorizeUrl: consentPage },
    { rbac: { ...rbac, scopes: [{ scope: 'read', description: '', permissions: [] }] } },
    { jwtAlgorithm: 'ES256' as const },
  ]) {
    await configure(change)
    expect([change, await isNew()]).toEqual([change, true])
  }
  retired.push(...(await published(id)).map(key => ({ ...key, kid: 'retired' })))
  expect(await isNew()).toBe(true)
  expect(await (await providers.of(await project())).Client.find(client.id)).toBeDefined()
})

test('a logo is served to any origin, and is 404 for an application without one or of another project', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const { addClient, origin, project, start, client, sdk, session, decide, asked } = await open()
  const app = await addClient({ logo: logoOf(bytes) })
  const { id } = await project()
  const answer = await fetch(origin + logoPath(id, app.id))
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  for (const path of [logoPath(id, client.id), logoPath(id, 'nobody'), logoPath('project-test-1', app.id)]) {
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 404])
  }
  const shown = async (of: string) =>
    ((await start({ client_id: of })).data.oidc_client as { client_logo_url?: string }).client_logo_url
  expect(await shown(app.id)).toBe(origin + logoPath(id, app.id))
  expect(await shown(client.id)).toBeUndefined()
  await decide(asked({}, app), session)
  await decide(asked({}, client), session)
  const { data } = await sdk('GET', '/users/connected_apps', undefined, { session })
  const listed = data.connected_apps as { connected_app_id: string; logo_url?: string }[]
  expect(new Map(listed.map(one => [one.connected_app_id, one.logo_url]))).toEqual(
    new Map([
      [app.id, origin + logoPath(id, app.id)],
      [client.id, undefined],
    ]),
  )
})

test('logos and issuer endpoints are rate limited per IP address', async () => {
  const { call, origin, client, project } = await open({}, { LIMITS_SCALE: '0.005' })
  const path = logoPath((await project()).id, client.id)
  const statuses = new Set<number>()
  for (let n = 0; n < 8; n++) statuses.add((await fetch(origin + path)).status)
  expect(statuses).toEqual(new Set([404, 429]))
  expect((await call('/.well-known/openid-configuration')).status).toBe(429)
})
