import { captchaChallengePath, devicePaths } from '@corroborate/wire/captcha'
import { errorTypes } from '@corroborate/wire/errors'
import { describe, expect, test } from 'vitest'
import { errorDocsPath } from '../sdk/core/index.ts'
import { identityUnderTest } from '../testing/index.ts'

const open = async () => {
  const { app, settings, publicToken, configure } = await identityUnderTest()
  const ask = (path: string, init?: RequestInit) => app.request(`${settings.identity.origin}${path}`, init)
  return { ask, publicToken, configure, origin: settings.identity.origin }
}
const headersOf = (answer: Response, ...names: string[]) => names.map(name => answer.headers.get(name))

test('every error type has its place on the page that an error links to', async () => {
  const { ask } = await open()
  const answer = await ask(errorDocsPath)
  expect(headersOf(answer, 'Cache-Control')).toEqual(['public, max-age=3600'])
  const text = await answer.text()
  for (const [type, { status }] of Object.entries(errorTypes))
    expect(text).toContain(`<dt id="${type}"><code>${type}</code> ${status}</dt><dd>`)
})

describe('the frame of a sign-in page', () => {
  test('is made anew for each page that embeds it, and may be shown in a page of another site', async () => {
    const { ask } = await open()
    const answer = await ask('/clientside-services/index.html', { headers: { Referer: 'http://localhost:5000/' } })
    expect(headersOf(answer, 'Cache-Control', 'Vary', 'Cross-Origin-Resource-Policy')).toEqual([
      'no-store',
      expect.stringContaining('Referer'),
      'cross-origin',
    ])
  })

  test('has a script that is kept for an hour', async () => {
    const { ask } = await open()
    const answer = await ask('/clientside-services/frame.js')
    expect(headersOf(answer, 'Cache-Control', 'Content-Type')).toEqual([
      'public, max-age=3600',
      'text/javascript; charset=utf-8',
    ])
    expect(await answer.text()).toContain('addEventListener')
  })

  test.each([
    [
      { method: 'parsedPhoneNumber', args: [{ phoneNumber: '044 668 18 00', regionCode: 'CH' }] },
      { number: '+41446681800' },
    ],
    [
      { method: 'getExamplePhoneNumber', args: [{ regionCode: 'CH' }] },
      { phoneNumber: expect.stringMatching(/^0\d\d /) },
    ],
  ])('is answered what it asks of phone numbers: %j', async (asked, payload) => {
    const { ask } = await open()
    const answer = await ask('/clientside-services/phone-number', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(asked),
    })
    expect([answer.status, ...headersOf(answer, 'Cache-Control')]).toEqual([200, 'no-store'])
    expect(await answer.json()).toMatchObject({ success: true, payload })
  })
})

test('a challenge is for pages of any project, and is not kept', async () => {
  const { ask, publicToken } = await open()
  const answer = await ask(captchaChallengePath(publicToken))
  expect(answer.status).toBe(200)
  expect(headersOf(answer, 'Access-Control-Allow-Origin', 'Cross-Origin-Resource-Policy', 'Cache-Control')).toEqual([
    '*',
    'cross-origin',
    'no-store',
  ])
  expect((await ask(captchaChallengePath('public-token-test-nobody'))).status).toBe(404)
})

describe('what a browser says of its device', () => {
  const said = { platform: 'Linux', timezone: 'Europe/Zurich', languages: ['en'] }
  const submit = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { ask, publicToken, origin } = await open()
    const answer = await ask(devicePaths.submit, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ public_token: publicToken, signals: JSON.stringify(said), ...fields }).toString(),
    })
    return { answer, origin }
  }

  test('has an id that no cache keeps', async () => {
    const { answer } = await submit({})
    expect([answer.status, ...headersOf(answer, 'Cache-Control', 'Access-Control-Allow-Origin')]).toEqual([
      200,
      'no-store',
      null,
    ])
    expect(await answer.json()).toEqual({ telemetry_id: expect.stringMatching(/./) })
  })

  test('may be said by the pages of the project, and by no others', async () => {
    const { answer } = await submit({}, { Origin: 'http://localhost:5000' })
    expect([answer.status, ...headersOf(answer, 'Access-Control-Allow-Origin', 'Vary')]).toEqual([
      200,
      'http://localhost:5000',
      expect.stringContaining('Origin'),
    ])
    expect((await submit({}, { Origin: 'https://evil.example' })).answer.status).toBe(403)
  })

  test.each([
    ['no JSON', { signals: '{' }, 400],
    ['too much', { signals: JSON.stringify({ ...said, platform: 'x'.repeat(4_001) }) }, 400],
    ['a project that there is not', { public_token: 'public-token-test-nobody' }, 404],
    ['a name of a project that is too long', { public_token: 'x'.repeat(129) }, 400],
  ])('is refused with %s', async (_, fields, status) => {
    expect((await submit(fields)).answer.status).toBe(status)
  })
})
