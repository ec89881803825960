import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { frameScript } from './frame.ts'
import { examplePhoneNumber, readPhoneNumber } from './phone-numbers.ts'

describe('phone number parsing', () => {
  test.each([
    ['415 555 0132', 'US', { isValid: true, number: '+14155550132', national: '(415) 555-0132' }],
    ['044 668 18 00', 'CH', { isValid: true, number: '+41446681800', national: '044 668 18 00' }],
    ['+41 44 668 18 00', 'US', { isValid: true, number: '+41446681800', national: '044 668 18 00' }],
    ['12', 'US', { isValid: false, number: '+112', national: '12' }],
    ['hello', 'US', { isValid: false, number: 'hello', national: 'hello' }],
    ['123', 'XX', { isValid: false, number: '123', national: '123' }],
  ])('%s typed in %s is parsed', (text, region, read) => expect(readPhoneNumber(text, region)).toEqual(read))

  test('each country has an example phone number', () => {
    expect(examplePhoneNumber('CH').phoneNumber).toMatch(/^0\d\d /)
    expect(examplePhoneNumber('XX').phoneNumber).toBe('')
  })
})

describe('services iframe', () => {
  const framed = async (referer?: string) => {
    const { app } = await identityUnderTest()
    const headers: Record<string, string> = referer === undefined ? {} : { Referer: referer }
    return app.request('/clientside-services/index.html', { headers })
  }

  test('the iframe can be embedded by pages of a project', async () => {
    const answer = await framed('http://localhost:5000/10.1000/1')
    expect(answer.headers.get('Content-Security-Policy')).toContain('frame-ancestors http://localhost:5000')
    expect(await answer.text()).toContain('data-parent="http://localhost:5000"')
  })

  test.each([undefined, 'https://evil.example/', 'nonsense'])('the iframe cannot be embedded by %s', async referer => {
    const answer = await framed(referer)
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(await answer.text()).not.toContain('data-parent')
  })

  test('the iframe accepts messages only from its embedding page', async () => {
    const page = 'http://localhost:5000'
    const parent = {}
    const asked: unknown[] = []
    const { promise: listening, resolve: listen } = Promise.withResolvers<(event: object) => Promise<void>>()
    runInNewContext(frameScript, {
      document: { currentScript: { dataset: { parent: page } }, cookie: '' },
      window: { parent },
      addEventListener: (_: string, listener: (event: object) => Promise<void>) => listen(listener),
      fetch: async (...call: unknown[]) => {
        asked.push(call)
        return { ok: true, json: async () => ({ payload: { phoneNumber: '0123' } }) }
      },
    })
    const hear = await listening
    const say = async (event: object, method = 'getExamplePhoneNumber') => {
      const answers: { success: boolean }[] = []
      const port = { postMessage: (answer: { success: boolean }) => void answers.push(answer) }
      const data = { method, args: [{ regionCode: 'CH' }] }
      await hear({ origin: page, source: parent, data, ports: [port], ...event })
      return answers.map(({ success }) => success)
    }
    expect(await say({ origin: 'https://evil.example' })).toEqual([])
    expect(await say({ origin: 'null' })).toEqual([])
    expect(await say({ source: {} })).toEqual([])
    expect(await say({ ports: [] })).toEqual([])
    for (const method of ['constructor', '__proto__', 'toString', 'eval'])
      expect(await say({}, method)).toEqual([false])
    expect(asked).toEqual([])
    expect(await say({})).toEqual([true])
    expect(asked).toHaveLength(1)
  })

  test.each([
    '/v1/public/oauth/google/start',
    '/v1/oauth/callback/project-x/google?state=x&code=y',
    '/v1/oauth/confirm/project-x',
    '/sandbox/oauth/accounts.google.com/o/oauth2/v2/auth',
    '/dev/mailbox',
  ])('no page draws %s in a frame of its own', async path => {
    const { app, settings } = await identityUnderTest()
    const answer = await app.request(settings.identity.origin + path, { headers: { Accept: 'text/html' } })
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  })

  test('the iframe requests phone numbers and receives them', async () => {
    const { app } = await identityUnderTest()
    const ask = (body: unknown) =>
      app.request('/clientside-services/phone-number', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    const answer = await ask({ method: 'parsedPhoneNumber', args: [{ phoneNumber: '4155550132', regionCode: 'US' }] })
    expect(await answer.json()).toEqual({
      success: true,
      payload: { isValid: true, number: '+14155550132', national: '(415) 555-0132' },
    })
    expect((await ask({ method: 'oneTapStart', args: [{}] })).status).toBe(400)
  })

  test('the iframe’s requests are rate limited', async () => {
    const { app } = await identityUnderTest({ LIMITS_SCALE: '0.001' })
    const ask = () =>
      app.request('/clientside-services/phone-number', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ method: 'parsedPhoneNumber', args: [{ phoneNumber: '4155550132', regionCode: 'US' }] }),
      })
    expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ status_code: 429, error_type: 'too_many_requests' })
  })
})

describe('services iframe response', () => {
  const open = async () => {
    const { app, settings } = await identityUnderTest()
    return { ask: (path: string, init?: RequestInit) => app.request(`${settings.identity.origin}${path}`, init) }
  }
  const headersOf = (answer: Response, ...names: string[]) => names.map(name => answer.headers.get(name))

  test('the response is generated per embedding page and may be framed cross-site', async () => {
    const { ask } = await open()
    const answer = await ask('/clientside-services/index.html', { headers: { Referer: 'http://localhost:5000/' } })
    expect(headersOf(answer, 'Cache-Control', 'Vary', 'Cross-Origin-Resource-Policy')).toEqual([
      'no-store',
      expect.stringContaining('Referer'),
      'cross-origin',
    ])
  })

  test('the iframe’s script is cached for an hour', async () => {
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
  ])('phone number requests are answered: %j', async (asked, payload) => {
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
