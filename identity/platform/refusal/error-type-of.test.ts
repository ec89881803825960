import { HttpProblem } from '@corroborate/server-kit/http'
import { errorTypes } from '@corroborate/wire/errors'
import { expect, test } from 'vitest'
import { errorTypeOf } from './error-type-of.ts'
import { Refusal } from './refusal.ts'

test.each([
  ['body-too-large', 413, 'request_too_large'],
  ['url-too-long', 414, 'request_too_large'],
  ['unsupported-content-type', 415, 'unsupported_media_type'],
  ['cross-origin', 403, 'bad_domain_for_stytch_sdk'],
  ['not-found', 404, 'route_not_found'],
  ['method-not-allowed', 405, 'method_not_allowed'],
  ['too-many-requests', 429, 'too_many_requests'],
  ['unavailable', 503, 'server_unavailable'],
] as const)('the problem %s with status %i has error type %s', (kind, status, type) => {
  expect(errorTypeOf(new HttpProblem(status, 'No.', { kind }))).toBe(type)
})

test.each([
  [400, 'bad_request'],
  [499, 'bad_request'],
  [500, 'internal_server_error'],
  [502, 'internal_server_error'],
] as const)('a problem without a kind and with status %i has error type %s', (status, type) => {
  expect(errorTypeOf(new HttpProblem(status as never, 'No.'))).toBe(type)
})

test('an error response contains its type and, if known, a Retry-After', () => {
  const busy = new Refusal('too_many_requests')
  expect([errorTypeOf(busy), busy.message]).toEqual(['too_many_requests', errorTypes.too_many_requests.message])
  expect(busy.message).toMatch(/(?:in a moment|later)\.$/)
  const tomorrow = new Refusal('too_many_requests', { retryAfter: 24 * 60 * 60 })
  expect(tomorrow.message).not.toMatch(/in a moment|later/)
  expect(tomorrow.message).toMatch(/hours?\.$|day\.$|tomorrow\.$/)
  expect(new Refusal('bad_request', { message: 'Not so.', retryAfter: 5 }).message).toBe('Not so.')
})
