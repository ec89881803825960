import { createHttp, type HttpContext } from '@corroborate/server-kit/http'
import { testLogger } from '@corroborate/server-kit/testing'
import { captchaRequiredText } from '@corroborate/wire/headers'
import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { problemPage } from './problem-page.ts'
import { refuse } from './refusal.ts'

/** Returns the response of a page whose handler throws a refusal. */
const refused = async (handler: (c: HttpContext) => never, headers: Record<string, string> = {}) => {
  const { identity } = await identityUnderTest()
  const { logger, lines } = testLogger()
  const app = createHttp({
    origin: 'http://localhost:5001',
    logger,
    problems: { ...identity.problems, toPage: problemPage },
  })
  const answer = await app.get('/page', handler).request('/page', { headers })
  return { answer, failures: lines.filter(line => line.msg === 'request failed') }
}

test('a rejecting page responds in the contract’s error format', async () => {
  const { answer, failures } = await refused(() => refuse('too_many_requests', { retryAfter: 1.2 }))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '2'])
  expect(await answer.json()).toMatchObject({ status_code: 429, error_type: 'too_many_requests' })
  expect(failures).toEqual([])
})

test('a custom error message is shown', async () => {
  const { answer } = await refused(() => refuse('weak_password', { message: 'Too short.' }))
  expect(await answer.json()).toMatchObject({ error_type: 'weak_password', error_message: 'Too short.' })
})

test('browsers see the error message as a page', async () => {
  const { answer } = await refused(() => refuse('session_not_found'), { Accept: 'text/html' })
  expect(answer.status).toBe(401)
  expect(await answer.text()).toContain('<h1>Your session has ended. Please log in again.</h1>')
})

test('an error page varies by language and by the earlier Vary headers', async () => {
  const { answer } = await refused(
    c => {
      c.header('Vary', 'Cookie')
      return refuse('session_not_found')
    },
    { Accept: 'text/html' },
  )
  expect(answer.headers.get('Vary')?.split(', ')).toEqual(expect.arrayContaining(['Cookie', 'Accept-Language']))
})

test.each(['application/json', 'text/html'])('the captcha requirement is plain text for %s', async accept => {
  const { answer } = await refused(() => refuse('captcha_required'), { Accept: accept })
  expect(answer.status).toBe(403)
  expect(answer.headers.get('Content-Type')).toContain('text/plain')
  expect(await answer.text()).toBe(captchaRequiredText)
})
