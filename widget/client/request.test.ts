import { encodeBase64 } from '@corroborate/wire/base64'
import { parseTelemetry } from '@corroborate/wire/telemetry.schema'
import { describe, expect, test } from 'vitest'
import { ApiError, ApiSchemaError, ApiUnreachableError, CaptchaError, SignInError } from './errors.ts'
import { authResult, captchaDemand, createWorld, ok, publicToken, refusal, type World } from './testing/index.ts'

const search = 'POST /users/search'
const open = (options: Parameters<World['open']>[0] = {}) => {
  const world = createWorld()
  return { ...world, ...world.open(options) }
}
const bootstrapOf = (world: Pick<World, 'provider'>, data: object) =>
  world.provider.answer(`GET /projects/bootstrap/${publicToken}`, () => ok(data))

describe('client request', () => {
  test('a request identifies client, origin and session', async () => {
    const { client, provider } = open()
    provider.answer('POST /passwords/authenticate', () => ok(authResult()))
    await client.passwords.authenticate({ email: 'ada@example.org', password: 'secret', session_duration_minutes: 60 })
    await client.user.update({ name: { first_name: 'Ada' } })
    const [before] = provider.asked('POST /passwords/authenticate')
    const [after] = provider.asked('PUT /users/me')
    expect(Object.fromEntries(after?.headers ?? [])).toEqual({
      authorization: `Basic ${encodeBase64(`${publicToken}:token-1`)}`,
      'content-type': 'application/json',
      'x-sdk-client': expect.any(String),
      'x-sdk-parent-host': 'http://localhost',
    })
    expect(before?.headers.get('authorization')).toBe(`Basic ${encodeBase64(`${publicToken}:${publicToken}`)}`)
    expect(after?.init).toMatchObject({ credentials: 'include', signal: expect.any(AbortSignal) })

    const telemetry = parseTelemetry(after?.headers.get('x-sdk-client'))
    expect(telemetry).toEqual({
      event_id: expect.stringMatching(/^event-id-[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      app_session_id: expect.stringMatching(/^app-session-id-/),
      persistent_id: expect.stringMatching(/^persistent-id-/),
      client_sent_at: '2026-01-01T00:00:00.000Z',
      timezone: expect.any(String),
      stytch_user_id: 'user-test-1',
      stytch_session_id: 'session-test-1',
      app: { identifier: 'localhost' },
      sdk: { identifier: expect.any(String), version: expect.any(String) },
    })
    const earlier = parseTelemetry(before?.headers.get('x-sdk-client'))
    expect(earlier?.persistent_id).not.toBe(telemetry?.persistent_id)
    expect(earlier).not.toHaveProperty('stytch_user_id')
  })

  test('a request has a body only if the endpoint does', async () => {
    const { client, provider, setCookie } = open()
    setCookie('stytch_session=token-1')
    await client.user.get()
    await client.user.deleteEmail('email/test 1')
    await client.totps.recoveryCodes()
    await client.session.authenticate()
    expect(provider.asked().map(({ method, path, init }) => [method, path, init.body])).toEqual([
      ['GET', `/projects/bootstrap/${publicToken}`, undefined],
      ['GET', '/users/me', undefined],
      ['DELETE', '/users/emails/email%2Ftest%201', undefined],
      ['POST', '/totps/recovery_codes', undefined],
      ['POST', '/sessions/authenticate', '{}'],
    ])
  })

  test('a request passes on the application’s extra options', async () => {
    const { client, provider } = open()
    const options = { login_magic_link_url: 'https://example.org', of_my_own: [1] }
    await client.magicLinks.email.loginOrCreate('ada@example.org', options)
    expect(provider.asked('POST /magic_links/email/login_or_create')[0]?.body).toEqual({
      email: 'ada@example.org',
      ...options,
    })
  })
})

describe('client response', () => {
  type Case = [what: string, answering: () => Response | Promise<Response>, error: { name: string }, message: string]
  const text = (body: string, status: number) =>
    new Response(body, { status, headers: { 'Content-Type': 'text/plain' } })

  test.each<Case>([
    [
      'there is none',
      () => Promise.reject(new TypeError('Failed to fetch')),
      ApiUnreachableError,
      'Unable to contact our servers.',
    ],
    ['that is empty', () => text('', 200), ApiUnreachableError, 'Invalid JSON response from our servers.'],
    ['that is not JSON', () => text('<p>Hello', 200), ApiUnreachableError, 'Invalid JSON response from our servers.'],
    ['without data', () => Response.json({ ok: true }), ApiUnreachableError, 'Invalid JSON response from our servers.'],
    ['that is null', () => Response.json(null), ApiUnreachableError, 'Invalid JSON response from our servers.'],
    [
      'of a gateway, in HTML',
      () => text('Bad gateway', 502),
      ApiUnreachableError,
      'Invalid response from our servers.',
    ],
    [
      'of a gateway, in JSON',
      () => Response.json({ error: 'x' }, { status: 502 }),
      ApiUnreachableError,
      'Invalid response from our servers.',
    ],
    [
      'that says JSON and is not',
      () => new Response('{', { status: 500, headers: { 'Content-Type': 'application/json' } }),
      ApiUnreachableError,
      'Invalid JSON response from our servers.',
    ],
    [
      'that breaks off',
      () => new Response(new ReadableStream({ start: controller => controller.error(new Error('gone')) })),
      ApiUnreachableError,
      'Unable to contact our servers.',
    ],
    [
      'with broken rules',
      () => Response.json({ body: [{ dataPath: '.email', message: 'should be string' }] }, { status: 400 }),
      ApiSchemaError,
      'Invalid request.\n.email: should be string',
    ],
    [
      'with broken rules of the path',
      () => Response.json({ params: [{ dataPath: '.id', message: 'should be string' }] }, { status: 400 }),
      ApiSchemaError,
      'Invalid request.\n.id: should be string',
    ],
    [
      'with rules in no list',
      () => Response.json({ body: 'x' }, { status: 400 }),
      ApiSchemaError,
      'Invalid request.\n',
    ],
    [
      'that refuses',
      () => refusal('too_many_requests'),
      ApiError,
      '[429] too_many_requests\nToo many requests. Please try again in a moment.\nSee https://docs.example.org/errors#too_many_requests\nrequest_id: request-id-test-1',
    ],
  ])('response handling: %s', async (_, answering, kind, message) => {
    const { client, provider } = open()
    provider.answer('POST /passwords/strength_check', answering)
    const error: unknown = await client.passwords.strengthCheck({ password: 'x' }).catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(SignInError)
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ name: kind.name, message })
  })

  test('an error response has all five properties', async () => {
    const { client, provider } = open()
    provider.answer('POST /passwords/strength_check', () => refusal('invalid_email'))
    await expect(client.passwords.strengthCheck({ password: 'x' })).rejects.toMatchObject({
      status_code: 400,
      error_type: 'invalid_email',
      error_message: 'Invalid e-mail address.',
      error_url: 'https://docs.example.org/errors#invalid_email',
      request_id: 'request-id-test-1',
    })
  })

  test('a response times out', async () => {
    const { client, provider, pass } = open()
    provider.answer(
      'POST /passwords/strength_check',
      ({ init }) =>
        new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    )
    const asked = client.passwords.strengthCheck({ password: 'x' }).catch((problem: unknown) => problem)
    await pass(30_000)
    expect(await asked).toMatchObject({ name: 'ApiUnreachableError', cause: { name: 'AbortError' } })
  })
})

describe('captcha requirement', () => {
  const captcha = async () => 'proof'
  const fingerprint = async () => 'device'

  test('a request requiring a captcha is repeated once with a token', async () => {
    const { client, provider } = open({ captcha })
    const answers = [captchaDemand(), ok({ userType: 'new' })]
    provider.answer(search, () => answers.shift() ?? ok({}))
    expect(await client.user.search('ada@example.org')).toMatchObject({ userType: 'new' })
    expect(provider.asked(search).map(({ body }) => body)).toEqual([
      { email: 'ada@example.org' },
      { email: 'ada@example.org', captcha_token: 'proof' },
    ])
  })

  test('a request is not repeated a second time', async () => {
    const { client, provider } = open({ captcha })
    provider.answer(search, captchaDemand)
    await expect(client.user.search('ada@example.org')).rejects.toThrow(CaptchaError)
    expect(provider.asked(search)).toHaveLength(2)
  })

  test('a request is not repeated without an available proof', async () => {
    const { client, provider } = open()
    provider.answer(search, captchaDemand)
    await expect(client.user.search('ada@example.org')).rejects.toMatchObject({
      name: 'CaptchaError',
      message: 'The captcha or proof of work failed.',
    })
    expect(provider.asked(search)).toHaveLength(1)
  })

  test.each([
    ['in JSON', () => refusal('captcha_required')],
    ['in other words', () => new Response('Forbidden', { status: 403 })],
  ])('only the plain-text captcha requirement repeats a request, not one %s', async (_, answering) => {
    const { client, provider } = open({ captcha })
    provider.answer(search, answering)
    await expect(client.user.search('ada@example.org')).rejects.not.toThrow(CaptchaError)
    expect(provider.asked(search)).toHaveLength(1)
  })

  test('an endpoint without captcha support is not repeated', async () => {
    const { client, provider } = open({ captcha })
    provider.answer('POST /passwords/strength_check', captchaDemand)
    await expect(client.passwords.strengthCheck({ password: 'x' })).rejects.toThrow(CaptchaError)
    expect(provider.asked('POST /passwords/strength_check')).toHaveLength(1)
  })

  test.each([
    [{}, {}],
    [{ captcha_settings: { enabled: true, siteKey: 'key' } }, { captcha_token: 'proof' }],
    [
      {
        dfp_protected_auth_enabled: true,
        dfp_protected_auth_mode: 'DECISIONING',
        captcha_settings: { enabled: true, siteKey: 'key' },
      },
      { dfp_telemetry_id: 'device' },
    ],
    [
      {
        dfp_protected_auth_enabled: true,
        dfp_protected_auth_mode: 'OBSERVATION',
        captcha_settings: { enabled: true, siteKey: 'key' },
      },
      { dfp_telemetry_id: 'device', captcha_token: 'proof' },
    ],
  ])('a project with %j receives %j first, and everything afterwards', async (settings, first) => {
    const world = createWorld()
    bootstrapOf(world, settings)
    const { client } = world.open({ captcha, fingerprint })
    const answers = [captchaDemand(), ok({ userType: 'new' })]
    world.provider.answer(search, () => answers.shift() ?? ok({}))
    await client.user.search('ada@example.org')
    const named = 'dfp_protected_auth_enabled' in settings ? { dfp_telemetry_id: 'device' } : {}
    expect(world.provider.asked(search).map(({ body }) => body)).toEqual([
      { email: 'ada@example.org', ...first },
      { email: 'ada@example.org', captcha_token: 'proof', ...named },
    ])
  })

  test('the captcha uses its project’s site key', async () => {
    const world = createWorld()
    bootstrapOf(world, { captcha_settings: { enabled: true, siteKey: 'key' } })
    const asked: unknown[] = []
    const { client } = world.open({ captcha: async settings => String(asked.push(settings)) })
    await client.user.search('ada@example.org')
    expect(asked).toEqual([{ siteKey: 'key' }])
  })

  test('a failing device id does not block requests', async () => {
    const world = createWorld()
    bootstrapOf(world, { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' })
    const { client } = world.open({ fingerprint: () => Promise.reject(new Error('blocked')) })
    await client.user.search('ada@example.org')
    expect(world.provider.asked(search)[0]?.body).toEqual({ email: 'ada@example.org' })
  })
})
