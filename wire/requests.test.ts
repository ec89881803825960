import { describe, expect, test } from 'vitest'
import type { Endpoint } from './endpoint.schema.ts'
import { endpoints } from './endpoints.schema.ts'
import { errorBody, successBody } from './envelope.ts'
import { errorTypes, unrecoverableErrorTypes } from './errors.ts'
import { readRequest, refusalBody } from './requests.ts'

const context = { requestId: 'request-id-test-1', docsUrl: 'https://docs.example.test/errors' }
const answer = (endpoint: Endpoint, sent: { params?: unknown; body?: unknown }) => {
  const result = readRequest(endpoint, sent)
  return result.kind === 'refused' ? refusalBody(result.refusal, context) : 'read'
}

test('a wrong type returns the common error with a JSON Schema message', () => {
  expect(
    answer(endpoints.magicLinks.loginOrCreate, { body: { email: 'a@example.test', login_expiration_minutes: '30' } }),
  ).toEqual({
    status_code: 400,
    request_id: 'request-id-test-1',
    error_type: 'bad_request',
    error_message: 'body.login_expiration_minutes should be number',
    error_url: 'https://docs.example.test/errors#bad_request',
    body: [
      {
        keyword: 'type',
        dataPath: '.login_expiration_minutes',
        schemaPath: '#/properties/login_expiration_minutes/type',
        message: 'should be number',
      },
    ],
  })
})

describe('validation messages', () => {
  const { smsOtps, users, events, passwords, otps } = endpoints
  test.each<[string, Endpoint, unknown, unknown]>([
    [
      'a missing field',
      smsOtps.loginOrCreate,
      {},
      {
        keyword: 'required',
        dataPath: '',
        schemaPath: '#/required',
        message: "should have required property 'phone_number'",
      },
    ],
    [
      'a boolean',
      smsOtps.loginOrCreate,
      { phone_number: '+14155550100', enable_autofill: 1 },
      { keyword: 'type', dataPath: '.enable_autofill', message: 'should be boolean' },
    ],
    ['an object', users.update, { name: [] }, { keyword: 'type', dataPath: '.name', message: 'should be object' }],
    [
      'metadata',
      users.update,
      { untrusted_metadata: 'x' },
      { keyword: 'type', dataPath: '.untrusted_metadata', message: 'should be object' },
    ],
    [
      'a nested field',
      users.update,
      { name: { first_name: 1 } },
      {
        keyword: 'type',
        dataPath: '.name.first_name',
        schemaPath: '#/properties/name/properties/first_name/type',
        message: 'should be string',
      },
    ],
    [
      'the body itself',
      users.update,
      [],
      { keyword: 'type', dataPath: '', schemaPath: '#/type', message: 'should be object' },
    ],
    ['null', users.update, null, { keyword: 'type', dataPath: '', message: 'should be object' }],
    ['a list', events.submit, {}, { keyword: 'type', dataPath: '', message: 'should be array' }],
    [
      'an empty list',
      events.submit,
      [],
      { keyword: 'minItems', dataPath: '', message: 'should NOT have fewer than 1 items' },
    ],
    [
      'an item of a list',
      events.submit,
      [1],
      { keyword: 'type', dataPath: '[0]', schemaPath: '#/items/type', message: 'should be object' },
    ],
    [
      'a long text',
      passwords.strengthCheck,
      { password: 'x'.repeat(257) },
      { keyword: 'maxLength', dataPath: '.password', message: 'should NOT be longer than 256 characters' },
    ],
    [
      'an empty text',
      otps.authenticate,
      { token: '1', method_id: '', session_duration_minutes: 5 },
      { keyword: 'minLength', dataPath: '.method_id', message: 'should NOT be shorter than 1 characters' },
    ],
    [
      'malformed text',
      passwords.strengthCheck,
      { password: '\0' },
      { keyword: 'format', dataPath: '.password', message: 'should be well-formed text' },
    ],
  ])('validation message: %s', (_, endpoint, body, entry) => {
    expect(answer(endpoint, { body })).toHaveProperty('body', [expect.objectContaining(entry as object)])
  })

  test('a path parameter error is distinguished from a body error', () => {
    const refusal = answer(users.deleteEmail, { params: { id: 'x'.repeat(1_000) } })
    expect(refusal).toHaveProperty('params', [expect.objectContaining({ keyword: 'maxLength', dataPath: '.id' })])
    expect(refusal).not.toHaveProperty('body')
  })

  test('a hostile body gets a short response', () => {
    const refusal = answer(events.submit, { body: Array(100_000).fill(0) })
    expect(JSON.stringify(refusal).length).toBeLessThan(5_000)
  })
})

describe('invalid value', () => {
  test('an invalid value returns an error with its own type', () => {
    expect(answer(endpoints.sessions.authenticate, { body: { session_duration_minutes: 4 } })).toEqual(
      errorBody('invalid_session_duration_minutes', context),
    )
    expect(answer(endpoints.users.search, { body: { email: 'a@b@c.example' } })).toEqual(
      errorBody('invalid_email', context),
    )
  })

  test('an invalid value is not reported next to a wrong type', () => {
    const refusal = answer(endpoints.passwords.authenticate, {
      body: { email: 'nonsense', password: 1, session_duration_minutes: 5 },
    })
    expect(refusal).toHaveProperty('error_type', 'bad_request')
    expect(refusal).toHaveProperty('body')
  })
})

describe('response envelope', () => {
  test('the envelope wraps a payload and omits undefined fields', () => {
    expect(JSON.parse(JSON.stringify(successBody({ user_id: 'u', email_id: undefined }, 'r')))).toEqual({
      data: { request_id: 'r', status_code: 200, user_id: 'u' },
    })
  })

  test('an error has exactly the five fields clients show, and none of a schema error', () => {
    expect(errorBody('otp_code_not_found', context, 'Try again.')).toEqual({
      status_code: 401,
      request_id: 'request-id-test-1',
      error_type: 'otp_code_not_found',
      error_message: 'Try again.',
      error_url: 'https://docs.example.test/errors#otp_code_not_found',
    })
  })
})

describe('error types', () => {
  test.each(Object.entries(errorTypes))('%s has a status and a message', (name, { status, message }) => {
    expect(name).toMatch(/^[a-z_]+$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(message).toMatch(/^[A-Z].+\.$/)
  })

  test('a PKCE error mentions pkce in its text, which makes clients try the other verifier', () => {
    for (const [name, { message }] of Object.entries(errorTypes)) {
      if (name.includes('pkce')) expect(message).toContain('pkce')
    }
  })

  test('errors that end a session are 401', () => {
    expect(unrecoverableErrorTypes.map(type => errorTypes[type].status)).toEqual([401, 401, 401, 401])
  })
})
