import { createHttp } from '@corroborate/server-kit/http'
import { serveApp, testLogger } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { allEndpoints, endpoints } from '@corroborate/wire/endpoints.schema'
import { describe, expect, test } from 'vitest'
import { issueToken } from '../../accounts/one-time-tokens/index.ts'
import { sessionCalls } from '../../calls/sessions/routes.ts'
import { brought } from '../../features.ts'
import { createProject } from '../../projects/index.ts'
import { countMessages, holdBody, identityUnderTest } from '../../testing/index.ts'
import { createCore } from '../core/create-core.ts'
import { createSdk } from './answer-call.ts'
import { corsHeadersForErrors } from './cors.ts'

const site = 'http://localhost:5000'

test('every endpoint of the contract has its route', async () => {
  const { app } = await identityUnderTest()
  for (const { method, path } of allEndpoints) {
    const answer = await app.request(`${sdkPrefix}${path.replace(/:\w+/, 'x')}`, { method })
    const { error_type } = (await answer.json()) as { error_type: string }
    expect([method, path, error_type]).not.toContain('route_not_found')
  }
})

describe('response caching', () => {
  const kept = (answers: readonly Response[]) => answers.map(({ headers }) => headers.get('Cache-Control'))

  test('grants, rejections, unreadable requests and unknown routes are all uncached', async () => {
    const { app, publicToken, addUser, signIn } = await identityUnderTest()
    const { session_token } = await signIn((await addUser('ada@example.org')).userId)
    const authorization = (sessionToken: string | null) => formatAuthorization({ publicToken, sessionToken })
    const asked = (path: string, token: string | null, body = '{}') =>
      [
        `${sdkPrefix}${path}`,
        { method: 'POST', headers: { Authorization: authorization(token), 'Content-Type': 'application/json' }, body },
      ] as const
    const requests = [
      [`${sdkPrefix}/projects/bootstrap/${publicToken}`, {}],
      asked('/sessions/authenticate', session_token),
      asked('/sessions/authenticate', 'nobody'),
      asked('/sessions/authenticate', session_token, '{"session_duration_minutes":"60"}'),
      asked('/sessions/authenticate', session_token, '{'),
      asked('/nothing', session_token),
      asked('/sessions/revoke', session_token),
      [`${sdkPrefix}/sessions/authenticate`, { method: 'POST' }],
    ] as const
    const address = await serveApp(app)
    for (const [path, init] of requests) {
      const answers = [await app.request(path, init), await fetch(address + path, init)]
      expect([path, ...kept(answers)]).toEqual([path, 'no-store', 'no-store'])
    }
  })
})

describe('bootstrap endpoint', () => {
  test('bootstrap returns everything a client needs', async () => {
    const { sdk, publicToken } = await identityUnderTest()
    const { status, json, data } = await sdk('GET', `/projects/bootstrap/${publicToken}`)
    expect(status).toBe(200)
    expect(endpoints.projects.bootstrap.data.parse(data)).toMatchObject({
      project_name: 'Corroborate',
      captcha_settings: { enabled: false },
      password_config: null,
    })
    expect(Object.keys(json)).toEqual(['data'])
    expect(data.request_id).toMatch(/^request-id-test-/)
  })

  test('bootstrap needs no Authorization header', async () => {
    const { app, publicToken } = await identityUnderTest()
    expect((await app.request(`${sdkPrefix}/projects/bootstrap/${publicToken}`)).status).toBe(200)
  })

  test('bootstrap knows no other project', async () => {
    const { sdk } = await identityUnderTest()
    const { status, json } = await sdk('GET', '/projects/bootstrap/public-token-test-nobody')
    expect(status).toBe(401)
    expect(json).toMatchObject({ status_code: 401, error_type: 'public_token_not_found' })
  })
})

test('8: a request counts from the arrival of its body, so delaying it does not extend a link', async () => {
  const provider = await identityUnderTest()
  const { db, clock, sdk } = provider
  const { userId, emailId } = await provider.addUser('ada@example.org')
  const secret = { projectId: (await provider.project()).id, kind: 'magic_link', subject: emailId, userId } as const
  const expiresAt = clock.now + 60_000
  const token = await db.transaction().execute(tx => issueToken(tx, { ...secret, expiresAt }, clock.now))
  const body = { token, session_duration_minutes: 60 }
  const { isUnderWay, release, answer } = holdBody(provider, ['POST', '/magic_links/authenticate', body])
  await isUnderWay
  clock.now += 61_000
  release()
  expect((await answer).status).toBe(401)
  clock.now -= 2_000
  expect((await sdk('POST', '/magic_links/authenticate', body)).status).toBe(200)
})

test('8: a session that ends while its request body is delayed is not extended', async () => {
  const provider = await identityUnderTest()
  const { clock } = provider
  const { userId } = await provider.addUser('ada@example.org')
  const { session_token: session } = await provider.signIn(userId, undefined, 5)
  for (const body of [{ session_duration_minutes: 60 }, {}]) {
    const { isUnderWay, release, answer } = holdBody(provider, ['POST', '/sessions/authenticate', body], session)
    await isUnderWay
    clock.now += 5 * 60_000
    release()
    expect((await answer).status).toBe(401)
    clock.now -= 5 * 60_000
  }
})

describe('malformed request', () => {
  test.each([
    ['no header', ''],
    ['half a header', 'Basic'],
    ['no base64', 'Basic !!!'],
    ['no colon', `Basic ${btoa('nocolon')}`],
    ['a bearer', 'Bearer abc'],
    ['two headers', `Basic ${btoa('a:b')}, Basic ${btoa('a:b')}`],
    ['a huge header', `Basic ${'A'.repeat(100_000)}`],
  ])('a request with %s is rejected', async (_, authorization) => {
    const { sdk } = await identityUnderTest()
    const { status, json } = await sdk('GET', '/users/me', undefined, { headers: { Authorization: authorization } })
    expect(status).toBe(401)
    expect(json).toMatchObject({ error_type: 'invalid_authorization_header', status_code: 401 })
  })

  test('invalid JSON, content type or size returns the contract’s error format', async () => {
    const { sdk } = await identityUnderTest()
    const search = (body: string, headers = {}) => sdk('POST', '/users/search', body, { headers })
    expect((await search('{"email":')).json).toMatchObject({ error_type: 'bad_request' })
    expect((await search('email=a', { 'Content-Type': 'text/plain' })).json).toMatchObject({ status_code: 415 })
    expect((await search(JSON.stringify({ email: 'a'.repeat(200_000) }))).status).toBeLessThan(500)
    expect((await search('[]')).json).toMatchObject({ body: [{ keyword: 'type' }] })
    expect((await search('{"email":3}')).json).toMatchObject({
      body: [{ dataPath: '.email', message: 'should be string' }],
    })
    expect((await search('{"email":"a@b, c@d"}')).json).toMatchObject({ error_type: 'invalid_email', status_code: 400 })
  })

  test('an unknown route returns route_not_found, and a wrong method method_not_allowed', async () => {
    const { sdk } = await identityUnderTest()
    expect((await sdk('GET', '/nothing/here')).json).toMatchObject({ status_code: 404, error_type: 'route_not_found' })
    expect((await sdk('PUT', '/users/search', {})).json).toMatchObject({ error_type: 'method_not_allowed' })
  })

  test('an invalid telemetry header is ignored', async () => {
    const { sdk, publicToken } = await identityUnderTest()
    for (const telemetry of ['', '!!!', 'e30=', 'x'.repeat(9_000)]) {
      const answer = await sdk('GET', `/projects/bootstrap/${publicToken}`, undefined, {
        headers: { 'X-SDK-Client': telemetry },
      })
      expect(answer.status).toBe(200)
    }
  })
})

test('an unavailable database returns a retryable 503', async () => {
  const { settings, db, sealer } = await identityUnderTest()
  const { logger, lines } = testLogger()
  const gone = async () => {
    throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  }
  const core = createCore({ settings, db, brought, sealer, logger, now: Date.now })
  const projects = { byPublicToken: gone, byId: gone, byHost: gone, someAllows: gone, refresh: () => {} }
  const sdk = createSdk({ ...core, projects }, sessionCalls(core))
  const problems = { headersOf: corsHeadersForErrors(projects) }
  const app = createHttp({ origin: core.origin, logger, problems, isAllowedOrigin: () => true }).route('/', sdk)
  const path = `${sdkPrefix}/sessions/revoke`
  // The page may ask, and reads that it should try again.
  const asked = await app.request(path, { method: 'OPTIONS', headers: { Origin: site } })
  expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, site])
  const headers = { Authorization: formatAuthorization({ publicToken: 'a', sessionToken: 'b' }), Origin: site }
  const answer = await app.request(path, { method: 'POST', headers })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site)
  expect(lines.filter(({ msg }) => msg === 'request refused')).toMatchObject([
    { status: 503, err: { message: expect.any(String) } },
  ])
})

describe('CORS', () => {
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
  })

  test('a preflight from the site is allowed by origin and cached', async () => {
    const { app } = await identityUnderTest()
    const { status, headers } = await app.request(`${sdkPrefix}/sessions/authenticate`, preflight(site))
    expect(status).toBe(204)
    expect(headers.get('Access-Control-Allow-Origin')).toBe(site)
    expect(headers.get('Access-Control-Allow-Credentials')).toBe('true')
    expect(headers.get('Access-Control-Allow-Headers')).toContain('x-sdk-parent-host')
    expect(headers.get('Access-Control-Allow-Methods')).toBe('GET, POST, PUT, DELETE')
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:5000.evil.example', 'https://localhost:5000'])(
    'a page at %s gets no CORS headers',
    async origin => {
      const { app, sdk, publicToken } = await identityUnderTest()
      const asked = await app.request(`${sdkPrefix}/sessions/authenticate`, preflight(origin))
      expect(asked.status).toBe(403)
      expect(asked.headers.get('Access-Control-Allow-Origin')).toBeNull()
      const called = await sdk('GET', `/projects/bootstrap/${publicToken}`, undefined, { headers: { Origin: origin } })
      expect(called.status).toBe(403)
      expect(called.json).toMatchObject({ error_type: 'bad_domain_for_stytch_sdk' })
      expect(called.headers.get('Access-Control-Allow-Origin')).toBeNull()
    },
  )

  test('responses and errors carry the origin', async () => {
    const { sdk } = await identityUnderTest()
    const answer = await sdk('GET', '/users/me', undefined, { headers: { Origin: site } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site)
  })

  const elsewhere = 'https://app.example.org'
  const beforeRouting = [
    ['an unknown address', 404, 'GET', '/nothing', undefined, {}],
    ['another method', 405, 'PUT', '/users/search', {}, {}],
    ['a body too large', 413, 'POST', '/users/search', 'x'.repeat(70_000), { 'Content-Length': '70000' }],
    ['an address too long', 414, 'GET', `/users/${'x'.repeat(9_000)}`, undefined, {}],
  ] as const

  test.each(beforeRouting)(
    '%s is readable by the project’s pages only',
    async (_, status, method, path, body, headers) => {
      const { sdk, sdkOf, db } = await identityUnderTest()
      const other = await createProject(db, { name: 'Other', config: { allowedOrigins: [elsewhere] } }, Date.now())
      const ask = (call: typeof sdk, origin: string, more = {}) =>
        call(method, path, body, { headers: { ...headers, Origin: origin, ...more } })

      for (const [call, origin] of [
        [sdk, site],
        [sdkOf(other.publicToken), elsewhere],
      ] as const) {
        const told = await ask(call, origin)
        expect(told.status).toBe(status)
        expect(told.json).toMatchObject({ status_code: status, error_type: expect.any(String) })
        expect(told.headers.get('Access-Control-Allow-Origin')).toBe(origin)
        expect(told.headers.get('Access-Control-Allow-Credentials')).toBe('true')
        expect(told.headers.get('Vary')).toContain('Origin')
      }
      for (const [call, origin, more] of [
        [sdk, elsewhere],
        [sdkOf(other.publicToken), site],
        [sdk, 'https://evil.example'],
        [sdk, 'null'],
        [sdk, 'http://localhost:5000.evil.example'],
        [sdk, site, { Authorization: '' }],
        [sdk, site, { Authorization: 'Basic !!!' }],
        [sdkOf('public-token-test-nobody'), site],
      ] as const) {
        const hidden = await ask(call, origin, more)
        expect(hidden.status).toBe(status)
        expect(hidden.headers.get('Access-Control-Allow-Origin')).toBeNull()
      }
    },
  )

  test('bootstrap finds its project in the URL', async () => {
    const { app, publicToken } = await identityUnderTest()
    for (const [token, origin, allowed] of [
      [publicToken, site, site],
      [publicToken, 'https://evil.example', null],
      ['public-token-test-nobody', site, null],
    ] as const) {
      const path = `${sdkPrefix}/projects/bootstrap/${token}`
      const { status, headers } = await app.request(path, { method: 'DELETE', headers: { Origin: origin } })
      expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([405, allowed])
    }
  })

  test('no other route allows cross-origin access', async () => {
    const { app, publicToken } = await identityUnderTest()
    const headers = { Origin: site, Authorization: formatAuthorization({ publicToken, sessionToken: null }) }
    const answer = await app.request('/nothing', { headers })
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([404, null])
  })
})

test.each([
  ['/magic_links/email/login_or_create', { email: 'ada@example.org', login_template_id: 'mine' }],
  ['/magic_links/email/login_or_create', { email: 'ada@example.org', signup_template_id: 'mine' }],
  ['/otps/email/login_or_create', { email: 'ada@example.org', login_template_id: 'mine' }],
  ['/passwords/email/reset/start', { email: 'ada@example.org', reset_password_template_id: 'mine' }],
])('8: %s with an unknown template (%j) is rejected and creates nothing', async (path, body) => {
  const provider = await identityUnderTest()
  const refused = await provider.sdk('POST', path, body)
  expect(refused).toMatchObject({ status: 404, json: { error_type: 'email_template_not_found' } })
  expect(await countMessages(provider)).toBe(0)
  expect(await provider.db.selectFrom('users').selectAll().execute()).toEqual([])
})
