import { createHttp, HttpProblem } from '@corroborate/server-kit/http'
import { testLogger } from '@corroborate/server-kit/testing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import { endpoints } from '@corroborate/wire/endpoints.schema'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal/refusal.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { createSdk } from './answer-call.ts'
import type { Route } from './route.ts'

const site = 'http://localhost:5000'
const host = 'https://login.example.org'

type Seen = {
  request: { id: string; userAgent: string; origin: string | null; cookies?: string; isProved?: true; now: number }
  session: object | null
  sessionToken: string | null
  user?: { user_id: string }
  body: unknown
  params: unknown
  setCookie: (cookie: string) => void
}
type Sent = {
  token?: string | null
  project?: string
  headers?: Record<string, string>
  body?: unknown
  at?: string
}

/** Creates a provider with one route that gives a fixed response and records its input. */
const open = async (
  endpoint: Route['endpoint'],
  answer: (call: Seen) => object | Promise<object> = () => ({}),
  more: Partial<Route> = {},
) => {
  const provider = await identityUnderTest()
  const { core, publicToken, clock } = provider
  const { logger, lines } = testLogger()
  const calls: Seen[] = []
  const passed: object[] = []
  const handle = async (call: never) => {
    calls.push(call)
    return answer(call)
  }
  const gate = { pass: async (call: object) => passed.push(call) > 0 }
  const sdk = createSdk({ ...core, gate }, [{ endpoint, handle, ...more }])
  const app = createHttp({ origin: core.origin, logger, isAllowedOrigin: () => true }).route('/', sdk)
  const path = `${sdkPrefix}${endpoint.path.replace(/:\w+/, publicToken)}`
  const ask = ({ token = null, project = publicToken, headers = {}, body, at = core.origin }: Sent = {}) =>
    app.request(`${at}${path}`, {
      method: endpoint.method,
      headers: {
        Authorization: formatAuthorization({ publicToken: project, sessionToken: token }),
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const signedIn = async () => {
    const { userId } = await provider.addUser('ada@example.org')
    return { userId, token: (await provider.signIn(userId)).session_token }
  }
  return { ...provider, ask, calls, passed, lines, signedIn, clock }
}
const typeOf = async (answer: Response) => {
  const { error_type } = (await answer.json()) as { error_type?: string }
  return [answer.status, error_type]
}

describe('handler context', () => {
  test('a handler receives the request', async () => {
    const { ask, calls, clock } = await open(endpoints.users.search)
    const body = { email: 'ada@example.org' }
    const headers = { 'User-Agent': 'x'.repeat(300), Cookie: 'a=b', Origin: site, 'X-Request-Id': '12345678' }
    const answer = await ask({ headers, body })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { data: { request_id: 'request-id-test-12345678', status_code: 200 } },
    ])
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site)
    expect(calls).toMatchObject([
      {
        body,
        session: null,
        sessionToken: null,
        request: { now: clock.now, userAgent: 'x'.repeat(255), origin: site, cookies: 'a=b' },
      },
    ])
    await ask({ body, headers: { 'User-Agent': '' } })
    expect(calls[1]?.request).toMatchObject({ userAgent: '', origin: null, cookies: undefined })
  })

  test('a handler receives the session, and its user if requested', async () => {
    for (const readsUser of [undefined, true] as const) {
      const { ask, calls, signedIn } = await open(endpoints.users.me, undefined, readsUser && { readsUser })
      const { userId, token } = await signedIn()
      expect((await ask({ token })).status).toBe(200)
      expect(calls[0]).toMatchObject({ sessionToken: token, session: { userId } })
      expect(calls[0]?.user?.user_id).toBe(readsUser && userId)
    }
  })

  test('a handler receives no session for an unknown token', async () => {
    const { ask, calls } = await open({ ...endpoints.users.me, auth: 'optional' })
    await ask({ token: 'ended' })
    expect(calls).toMatchObject([{ session: null, sessionToken: null }])
  })

  test('a handler of an endpoint that takes a captcha receives an accepted one', async () => {
    const body = { email: 'ada@example.org' }
    for (const fingerprinted of [true, false]) {
      const { ask, calls, passed } = await open({ ...endpoints.users.search, fingerprinted })
      await ask({ body })
      expect(passed).toMatchObject(fingerprinted ? [{ body }] : [])
      expect(calls[0]?.request.isProved).toBe(fingerprinted || undefined)
    }
  })

  test('a handler receives a request that passed without a captcha, or without a body', async () => {
    const { ask, passed } = await open({ ...endpoints.users.me, auth: 'none', fingerprinted: true })
    await ask()
    expect(passed).toMatchObject([{ body: {} }])
  })
})

describe('rejected request', () => {
  test.each([
    ['without a header', { headers: { Authorization: '' } }, 401, 'invalid_authorization_header'],
    ['of no project', { project: 'nobody' }, 401, 'public_token_not_found'],
    ['from a page of nobody', { headers: { Origin: 'https://evil.example' } }, 403, 'bad_domain_for_stytch_sdk'],
    ['without a session', {}, 401, 'user_unauthenticated'],
    ['before its body is looked at', { body: '{' }, 401, 'user_unauthenticated'],
  ])('a request %s is rejected', async (_, sent, status, type) => {
    const { ask, calls } = await open(endpoints.users.update)
    expect(await typeOf(await ask(sent))).toEqual([status, type])
    expect(calls).toEqual([])
  })

  test('the body is validated after authorization', async () => {
    const { ask, calls, signedIn } = await open(endpoints.users.update)
    const { token } = await signedIn()
    expect(await typeOf(await ask({ token, body: '{' }))).toEqual([400, 'bad_request'])
    expect(await typeOf(await ask({ token, body: { name: 7 }, headers: { Origin: site } }))).toEqual([
      400,
      'bad_request',
    ])
    expect(calls).toEqual([])
  })

  test('invalid JSON is rejected with a description', async () => {
    const { ask } = await open(endpoints.users.search)
    const answer = await ask({ body: '{' })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([400, 'no-store'])
    expect(((await answer.json()) as { error_message: string }).error_message).toContain('JSON')
  })

  test.each([
    [new Refusal('duplicate_email'), [400, 'duplicate_email']],
    [new HttpProblem(409, 'No.'), [400, 'bad_request']],
    [new HttpProblem(413, 'No.', { kind: 'body-too-large' }), [413, 'request_too_large']],
    [new Error('not foreseen'), [500, 'internal_server_error']],
  ])('a handler error is mapped: %s', async (error, told) => {
    const { ask } = await open(endpoints.users.search, () => Promise.reject(error))
    const answer = await ask({ body: { email: 'ada@example.org' }, headers: { Origin: site } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site)
    const { error_type, error_message, request_id } = (await answer.json()) as Record<string, string>
    expect([answer.status, error_type]).toEqual(told)
    expect(error_message).not.toContain('foreseen')
    expect(request_id).toMatch(/^request-id-test-/)
  })

  test('errors are readable by the provider’s own pages and by the project’s', async () => {
    const { ask, core } = await open(endpoints.users.search)
    const answer = await ask({ body: { email: 'ada@example.org' }, headers: { Origin: core.origin } })
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, core.origin])
  })

  test('errors before the project is known are readable by any page', async () => {
    const { ask } = await open(endpoints.users.search)
    const asked = await ask({ project: 'nobody', headers: { Origin: site } })
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe(site)
  })
})

describe('endpoint with the project in its URL', () => {
  const publicTokenOf = ({ params }: { params: { public_token: string } }) => params.public_token
  const more = { publicTokenOf } as unknown as Partial<Route>

  test('the endpoint needs no Authorization header and accepts no session', async () => {
    const { ask, calls, signedIn, publicToken } = await open(endpoints.projects.bootstrap, undefined, more)
    const { token } = await signedIn()
    expect((await ask({ headers: { Authorization: '' } })).status).toBe(200)
    expect((await ask({ token })).status).toBe(200)
    expect(calls).toMatchObject([
      { params: { public_token: publicToken }, session: null },
      { params: { public_token: publicToken }, session: null },
    ])
  })
})

describe('endpoint with the project in its body', () => {
  const publicTokenOf = ({ body }: { body: { email: string } }) => body.email.split('@')[0]
  const more = { publicTokenOf } as unknown as Partial<Route>

  test('the request belongs to the project in its body', async () => {
    const { ask, calls, publicToken } = await open(endpoints.users.search, undefined, more)
    const body = { email: `${publicToken}@example.org` }
    expect((await ask({ body, headers: { Authorization: '' } })).status).toBe(200)
    expect(calls).toMatchObject([{ body, project: { publicToken } }])
  })

  test('a body without a project is rejected, readable by its page', async () => {
    const { ask, calls } = await open(endpoints.users.search, undefined, more)
    const answer = await ask({ body: { email: 7 }, headers: { Authorization: '', Origin: site } })
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(site)
    expect(await typeOf(answer)).toEqual([400, 'bad_request'])
    expect(calls).toEqual([])
  })
})

test('a body is not read by an endpoint without one', async () => {
  const { ask, calls, signedIn } = await open({ ...endpoints.users.me, method: 'POST' })
  expect((await ask({ ...(await signedIn()), body: '{' })).status).toBe(200)
  expect(calls).toMatchObject([{ body: undefined }])
})

describe('session cookies', () => {
  const tokens = { session_token: 'token', session_jwt: 'jwt', session: { expires_at: '2030-01-31T12:00:00Z' } }
  const onHost = async (...opening: Parameters<typeof open>) => {
    const opened = await open(...opening)
    await opened.configure({ cnameDomain: 'login.example.org', httpOnlyCookies: true })
    const { token } = await opened.signedIn()
    const headers = { Cookie: `__Host-stytch_session=${token}` }
    return { ...opened, token, asOwner: () => opened.ask({ at: host, headers }) }
  }
  const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map(cookie => cookie.split(';')[0])

  test('a response omits its tokens, and the cookies carry them until the session ends', async () => {
    const { asOwner, calls, token } = await onHost(endpoints.users.me, call => {
      call.setCookie('theme=dark')
      call.setCookie('size=large')
      return { ...tokens, a: 1 }
    })
    const answer = await asOwner()
    expect(calls[0]?.sessionToken).toBe(token)
    expect(await answer.json()).toMatchObject({ data: { ...tokens, a: 1, session_token: '', session_jwt: '' } })
    expect(cookiesOf(answer)).toEqual([
      ...['theme=dark', 'size=large'],
      ...['__Host-stytch_session=token', '__Host-stytch_session_jwt=jwt'],
    ])
    expect(answer.headers.getSetCookie()[2]).toContain('Expires=Thu, 31 Jan 2030 12:00:00 GMT')
  })

  test.each([
    ['has no tokens', { a: 1 }],
    ['has one of them', { session_token: 'token' }],
    ['has the other', { session_jwt: 'jwt' }],
  ])('a response that %s is left unchanged', async (_, payload) => {
    const { asOwner } = await onHost(endpoints.users.me, () => payload)
    const answer = await asOwner()
    expect(await answer.json()).toMatchObject({ data: payload })
    expect(cookiesOf(answer)).toEqual([])
  })

  test.each([
    ['which has no session', { ...tokens, session: null }],
    ['which has none that is one', { ...tokens, session: 'x' }],
  ])('a response with tokens, %s, expires its cookies at once', async (_, payload) => {
    const { asOwner } = await onHost(endpoints.users.me, () => payload)
    expect((await asOwner()).headers.getSetCookie()[0]).toContain('Expires=Invalid Date')
  })

  test.each([endpoints.sessions.revoke, endpoints.account.delete])(
    'the response of $path removes the cookies',
    async endpoint => {
      const { asOwner } = await onHost({ ...endpoint, auth: 'session' }, () => tokens)
      const answer = await asOwner()
      expect(await answer.json()).toMatchObject({ data: tokens })
      expect(cookiesOf(answer)).toEqual(['__Host-stytch_session=', '__Host-stytch_session_jwt='])
    },
  )

  test('on other hosts a response keeps its tokens', async () => {
    const { ask, token } = await onHost(endpoints.users.me, () => tokens)
    const answer = await ask({ token })
    expect(await answer.json()).toMatchObject({ data: tokens })
    expect(cookiesOf(answer)).toEqual([])
  })

  test.each([
    [endpoints.sessions.authenticate, 'session_not_found', true],
    [endpoints.sessions.revoke, 'session_not_found', true],
    [endpoints.users.me, 'session_not_found', false],
    [endpoints.sessions.authenticate, 'bad_request', false],
  ] as const)('%o rejected with %s removes the cookies: %s', async (endpoint, type, takes) => {
    const { asOwner, ask, token } = await onHost(endpoint, () => Promise.reject(new Refusal(type)))
    const answer = await asOwner()
    expect((await typeOf(answer))[1]).toBe(type)
    expect(cookiesOf(answer)).toEqual(takes ? ['__Host-stytch_session=', '__Host-stytch_session_jwt='] : [])
    expect(cookiesOf(await ask({ token }))).toEqual([])
  })
})
