import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, sdkPrefix } from './call.ts'
import type { Endpoint } from './endpoint.schema.ts'
import { allEndpoints, endpoints } from './endpoints.schema.ts'
import { maxLength } from './limits.ts'
import { readRequest } from './requests.ts'
import { schemaErrors } from './schema-errors.ts'

const named = allEndpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const withBody = named.filter(([, endpoint]) => endpoint.body !== null)

/** The bodies of the contract's tables, as the real client sends them. */
const session_duration_minutes = 60
const bodies: Record<string, Record<string, unknown> | unknown[]> = {
  'POST /magic_links/email/login_or_create': {
    email: 'a@example.test',
    login_magic_link_url: 'http://localhost:4599/authenticate',
    signup_magic_link_url: 'http://localhost:4599/authenticate',
    login_expiration_minutes: 30,
    signup_expiration_minutes: 30,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    captcha_token: 'c',
    dfp_telemetry_id: 'd',
  },
  'POST /magic_links/email/send/primary': { email: 'a@example.test' },
  'POST /magic_links/email/send/secondary': { email: 'a@example.test', locale: 'en' },
  'POST /magic_links/look': { token: 't' },
  'POST /magic_links/authenticate': { token: 't', session_duration_minutes, code_verifier: '1f'.repeat(60) },
  'POST /otps/sms/login_or_create': { phone_number: '+14155550100', expiration_minutes: 5, enable_autofill: false },
  'POST /otps/sms/send/primary': { phone_number: '+14155550100' },
  'POST /otps/sms/send/secondary': { phone_number: '+14155550100' },
  'POST /otps/whatsapp/login_or_create': { phone_number: '+14155550100', expiration_minutes: 5 },
  'POST /otps/whatsapp/send/primary': { phone_number: '+14155550100' },
  'POST /otps/whatsapp/send/secondary': { phone_number: '+14155550100' },
  'POST /otps/email/login_or_create': { email: 'a@example.test', expiration_minutes: 5, login_template_id: 'x' },
  'POST /otps/email/send/primary': { email: 'a@example.test' },
  'POST /otps/email/send/secondary': { email: 'a@example.test' },
  'POST /otps/authenticate': { token: '123456', method_id: 'email-test-1', session_duration_minutes },
  'POST /passwords': { email: 'a@example.test', password: 'correct horse', session_duration_minutes },
  'POST /passwords/authenticate': { email: 'a@example.test', password: 'correct horse', session_duration_minutes },
  'POST /passwords/strength_check': { password: '' },
  'POST /passwords/email/reset/start': {
    email: 'a@example.test',
    login_redirect_url: 'http://localhost:4599/',
    reset_password_redirect_url: 'http://localhost:4599/',
    reset_password_expiration_minutes: 30,
  },
  'POST /passwords/email/reset': { token: 't', password: 'correct horse', session_duration_minutes },
  'POST /passwords/existing_password/reset': {
    email: 'a@example.test',
    existing_password: 'a',
    new_password: 'b',
    session_duration_minutes,
  },
  'POST /passwords/session/reset': { password: 'correct horse' },
  'POST /users/search': { email: 'a@example.test' },
  'PUT /users/me': { name: { first_name: 'Ada' }, untrusted_metadata: { colour: 'green', deep: { list: [1, null] } } },
  'POST /sessions/authenticate': {},
  'POST /totps': { expiration_minutes: 60 },
  'POST /totps/authenticate': { totp_code: '123456', session_duration_minutes },
  'POST /totps/recover': { recovery_code: 'abcd-efgh-ijkl', session_duration_minutes },
  'POST /webauthn/register/start': {
    domain: 'localhost',
    user_agent: 'Mozilla/5.0',
    authenticator_type: 'platform',
    return_passkey_credential_options: true,
    override_id: 'id',
    override_name: 'ada',
    override_display_name: 'Ada',
  },
  'POST /webauthn/register': {
    public_key_credential: JSON.stringify({
      type: 'public-key',
      id: 'AAAA',
      rawId: 'AAAA',
      authenticatorAttachment: 'platform',
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
      clientExtensionResults: { credProps: { rk: true } },
    }),
    session_duration_minutes,
  },
  'POST /webauthn/authenticate/start/primary': { domain: 'localhost', return_passkey_credential_options: true },
  'POST /webauthn/authenticate/start/secondary': { domain: 'localhost' },
  'POST /webauthn/authenticate': {
    public_key_credential: JSON.stringify({
      type: 'public-key',
      id: 'AAAA',
      rawId: 'AAAA',
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: null },
      clientExtensionResults: {},
    }),
    session_duration_minutes,
  },
  'PUT /webauthn/update/:id': { name: 'My key' },
  'POST /webauthn/signals': { domain: 'localhost' },
  'POST /crypto_wallets/authenticate/start/primary': {
    crypto_wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    crypto_wallet_type: 'ethereum',
    siwe_params: {
      uri: 'http://localhost:4599',
      chain_id: '1',
      issued_at: '2026-11-22T10:00:00.000Z',
      statement: 'Welcome.',
      not_before: '2026-11-22T10:00:00+01:00',
      message_request_id: 'request-1',
      resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/'],
    },
  },
  'POST /crypto_wallets/authenticate/start/secondary': {
    crypto_wallet_address: '4Nd1m5PzTYYg9ybjnB2gQz8m3yDW5x2sV4n8sE3mQ6Yt',
    crypto_wallet_type: 'solana',
  },
  'POST /crypto_wallets/authenticate': {
    crypto_wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    crypto_wallet_type: 'ethereum',
    signature: `0x${'1b'.repeat(65)}`,
    session_duration_minutes,
  },
  'POST /oauth/authenticate': { token: 't', session_duration_minutes, code_verifier: '1f'.repeat(60) },
  'POST /oauth/attach': { provider: 'google' },
  'POST /oauth/provider_values': { oauth_user_registration_id: 'oauth-user-test-1' },
  'POST /impersonation/authenticate': { impersonation_token: 't' },
  'POST /b2b/organizations/members/search': { email_address: 'a@example.test', organization_id: 'organization-test-1' },
  'POST /oauth/authorize/start': {
    client_id: 'connected-app-test-1',
    redirect_uri: 'https://reader.example.test/back',
    response_type: 'code',
    scope: 'openid email',
  },
  'POST /oauth/logout/start': {
    client_id: 'connected-app-test-1',
    post_logout_redirect_uri: 'https://reader.example.test/',
    id_token_hint: 'e.e.e',
    state: 's',
  },
  'POST /idp/oauth/authorize/start': {
    client_id: 'connected-app-test-1',
    redirect_uri: 'https://reader.example.test/back',
    response_type: 'code',
    scopes: ['openid', 'email'],
    prompt: 'consent',
  },
  'POST /idp/oauth/authorize/submit': {
    client_id: 'connected-app-test-1',
    redirect_uri: 'https://reader.example.test/back',
    response_type: 'code',
    scopes: ['openid', 'email'],
    state: 's',
    nonce: 'n',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    resource: ['https://api.example.test/'],
    consent_granted: true,
  },
  'POST /events': [
    {
      telemetry: {
        event_id: 'event-id-1',
        app_session_id: 'app-session-id-1',
        persistent_id: 'persistent-id-1',
        client_sent_at: '2026-01-02T03:04:05.678Z',
        timezone: 'Europe/Zurich',
        app: { identifier: 'localhost' },
        sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.18.7' },
      },
      event: {
        public_token: 'public-token-test-1',
        event_name: 'sdk_instance_instantiated',
        details: { event_callback_registered: false },
      },
    },
  ],
}

const dataPaths = (endpoint: Endpoint, body: unknown) => {
  const result = readRequest(endpoint, { params: { id: 'i', public_token: 'p' }, body })
  if (result.kind === 'read') return 'read'
  const { refusal } = result
  return refusal.kind === 'value'
    ? refusal.errorType
    : schemaErrors(refusal.error, refusal.input).map(entry => entry.dataPath)
}

const oneOfEachType = [null, true, 1, 'x', [], { $ne: null }]
const jsonType = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

describe('endpoint table', () => {
  test('every endpoint is listed once', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
    expect(Object.keys(bodies).sort()).toEqual(withBody.map(([name]) => name).sort())
    expect(allEndpoints).toHaveLength(69)
  })

  test.each(named)('%s: path parameters match its path exactly', (_, endpoint) => {
    const inPath = Array.from(endpoint.path.matchAll(/:(\w+)/g), match => match[1])
    const inSchema = endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : []
    expect(inSchema).toEqual(inPath)
  })

  test.each(named)('%s: captcha and fingerprint are accepted where marked', (_, endpoint) => {
    const keys = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : []
    expect(keys.includes('captcha_token')).toBe(endpoint.fingerprinted)
    expect(keys.includes('dfp_telemetry_id')).toBe(endpoint.fingerprinted)
  })

  test.each(withBody)('%s: a JSON schema is available', (_, endpoint) => {
    expect(endpoint.body && z.toJSONSchema(endpoint.body, { io: 'input' })).toHaveProperty('type')
  })

  test('GET and DELETE have no body, and no path repeats the prefix', () => {
    for (const { method, body, path } of allEndpoints) {
      if (method === 'GET' || method === 'DELETE') expect(body).toBeNull()
      expect(path.startsWith(sdkPrefix)).toBe(false)
    }
  })

  test('flags and requirements match the contract’s tables', () => {
    const list = (keep: (call: Call) => boolean) => named.filter(([, call]) => keep(call)).map(([name]) => name)
    expect(list(call => call.auth === 'bare')).toEqual(['POST /events'])
    expect(list(call => call.auth === 'session')).toContain('POST /otps/email/send/secondary')
    expect(list(call => call.fingerprinted)).not.toContain('POST /magic_links/authenticate')
    expect(list(call => call.fingerprinted)).not.toContain('POST /passwords/strength_check')
  })
})

describe.each(withBody)('endpoint %s', (name, endpoint) => {
  const example = bodies[name] ?? {}

  test('the real client’s body is accepted', () => {
    expect(dataPaths(endpoint, example)).toBe('read')
  })

  test('unknown keys are dropped', () => {
    if (Array.isArray(example)) return
    const sent = { ...example, own_option: { nested: true }, roles: ['moderator'] }
    const hostile = JSON.parse(JSON.stringify(sent).replace('"own_option"', '"__proto__":{"admin":true},"own_option"'))
    const body = readBody(endpoint, hostile)
    expect(body).toEqual(readBody(endpoint, example))
    expect(body).not.toHaveProperty('admin')
  })

  const keys = Array.isArray(example) ? [] : Object.keys(example)
  test.each(keys)('%s of every other type is rejected by name', key => {
    const right = jsonType((example as Record<string, unknown>)[key])
    for (const wrong of oneOfEachType.filter(value => jsonType(value) !== right)) {
      expect(dataPaths(endpoint, { ...example, [key]: wrong })).toEqual([`.${key}`])
    }
  })

  test('a missing body is rejected', () => {
    for (const wrong of oneOfEachType.filter(value => jsonType(value) !== jsonType(example))) {
      expect(dataPaths(endpoint, wrong)).toEqual([''])
    }
  })

  test('unlimited text is rejected', () => {
    if (Array.isArray(example)) return
    for (const [key, value] of Object.entries(example)) {
      if (typeof value === 'string')
        expect(dataPaths(endpoint, { ...example, [key]: 'x'.repeat(1_000_000) })).not.toBe('read')
    }
  })

  test('validation never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json().map(json => JSON.parse(json)),
          mutated(example),
        ),
        body => {
          readRequest(endpoint, { body })
        },
      ),
      { numRuns: 60 },
    )
  })
})

const readBody = (endpoint: Endpoint, body: unknown) => {
  const result = readRequest(endpoint, { params: { id: 'i' }, body })
  return result.kind === 'read' ? result.request.body : null
}

const mutated = (example: object) =>
  Array.isArray(example)
    ? fc.array(fc.jsonValue())
    : fc
        .tuple(fc.constantFrom(...Object.keys(example), '__proto__', 'extra'), fc.jsonValue())
        .map(([key, value]) => ({ ...example, [key]: value }))

describe('session_duration_minutes', () => {
  const authenticate = endpoints.sessions.authenticate

  test.each([0, 4, -1, 1.5, 1e9, 527_041])('%s is out of range', session_duration_minutes => {
    expect(dataPaths(authenticate, { session_duration_minutes })).toBe('invalid_session_duration_minutes')
  })

  test.each(['60', Number.POSITIVE_INFINITY, Number.NaN])('%s has the wrong type', session_duration_minutes => {
    expect(dataPaths(authenticate, { session_duration_minutes })).toEqual(['.session_duration_minutes'])
  })

  test.each([5, 60, 527_040])('%s is valid', session_duration_minutes => {
    expect(dataPaths(authenticate, { session_duration_minutes })).toBe('read')
  })

  test('a missing body is an empty one', () => {
    expect(readRequest(authenticate, { body: undefined })).toEqual({
      kind: 'read',
      request: { params: undefined, body: {} },
    })
  })
})

describe('text unsuitable for a database', () => {
  test.each(['a\0b', '\uD800'])('%j is rejected', value => {
    expect(dataPaths(endpoints.passwords.strengthCheck, { password: value })).toEqual(['.password'])
    expect(dataPaths(endpoints.users.update, { name: { first_name: value } })).toEqual(['.name.first_name'])
    expect(dataPaths(endpoints.users.update, { untrusted_metadata: { key: value } })).toBe('metadata_invalid_format')
    expect(dataPaths(endpoints.users.update, { untrusted_metadata: { [value]: 1 } })).toBe('metadata_invalid_format')
  })

  test('a name is a single line', () => {
    expect(dataPaths(endpoints.users.update, { name: { last_name: 'a\r\nBcc: b' } })).toEqual(['.name.last_name'])
    expect(dataPaths(endpoints.users.update, { name: { last_name: 'x'.repeat(maxLength.name + 1) } })).toEqual([
      '.name.last_name',
    ])
  })
})

describe('user metadata', () => {
  const update = (untrusted_metadata: unknown) => dataPaths(endpoints.users.update, { untrusted_metadata })
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

  test('metadata is limited in depth, keys and size', () => {
    expect(update(nested(6))).toBe('read')
    expect(update(nested(7))).toBe('metadata_invalid_format')
    expect(update(JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`))).toBe('metadata_invalid_format')
    expect(update(Object.fromEntries(Array.from({ length: 21 }, (_, key) => [key, key])))).toBe(
      'metadata_too_many_keys',
    )
    expect(update({ a: 'x'.repeat(5_000) })).toBe('metadata_too_large')
    expect(update({ a: JSON.parse('1e999') })).toBe('metadata_invalid_format')
  })

  test('metadata loses __proto__ at every depth', () => {
    const body = JSON.parse(
      '{"untrusted_metadata":{"__proto__":{"a":1},"b":{"__proto__":{"c":1},"d":[{"__proto__":1}]}}}',
    )
    const result = readRequest(endpoints.users.update, { body })
    expect(JSON.stringify(result)).not.toContain('__proto__')
    expect(JSON.stringify(result)).toContain('{"b":{"d":[{}]}}')
  })
})

test('an email address is normalized', () => {
  const body = { email: 'Ada@Example.ORG' }
  expect(readRequest(endpoints.users.search, { body })).toEqual({
    kind: 'read',
    request: { params: undefined, body: { email: 'ada@example.org' } },
  })
})

test.each(['4155550100', '+0123456789', '+1', '+1415555010012345', '+1 415 555 0100', '+１４１５５５５０１００'])(
  '%s is not E.164',
  phone_number => {
    expect(dataPaths(endpoints.smsOtps.loginOrCreate, { phone_number })).toBe('invalid_phone_number')
  },
)

test('a batch of more than fifteen events is rejected', () => {
  const [event] = bodies['POST /events'] as unknown[]
  expect(dataPaths(endpoints.events.submit, Array(15).fill(event))).toBe('read')
  expect(dataPaths(endpoints.events.submit, Array(16).fill(event))).toEqual([''])
})
