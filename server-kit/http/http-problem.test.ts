import { expect, test } from 'vitest'
import { HttpProblem, type ProblemKind } from './http-problem.ts'

test.each<[400 | 401 | 403 | 404 | 405 | 409 | 413 | 414 | 415 | 418 | 429 | 500 | 502 | 503, ProblemKind]>([
  [400, 'bad-request'],
  [401, 'not-signed-in'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [405, 'method-not-allowed'],
  [409, 'conflict'],
  [413, 'body-too-large'],
  [414, 'url-too-long'],
  [415, 'unsupported-content-type'],
  [418, 'bad-request'],
  [429, 'too-many-requests'],
  [500, 'unexpected'],
  [502, 'unexpected'],
  [503, 'unavailable'],
])('a problem with status %d has kind %s by default', (status, kind) => {
  expect(new HttpProblem(status, 'No.').kind).toBe(kind)
  expect(new HttpProblem(status, 'No.', { kind: 'cross-origin' }).kind).toBe('cross-origin')
})

test.each([
  [0, '1'],
  [0.2, '1'],
  [1, '1'],
  [1.2, '2'],
  [60, '60'],
])('a retry after %d s is rounded up to whole seconds, at least one: %s', (retryAfter, seconds) => {
  const { headers } = new HttpProblem(429, 'Wait.', { retryAfter, headers: { Allow: 'GET' } })
  expect(headers).toEqual({ Allow: 'GET', 'Retry-After': seconds })
})

test('the problem keeps its cause for debugging', () => {
  const cause = new Error('no such row')
  expect(new HttpProblem(500, 'No.', { cause }).cause).toBe(cause)
})

test('no Retry-After header is set without a time', () => {
  expect(new HttpProblem(429, 'Wait.').headers).toEqual({})
})
