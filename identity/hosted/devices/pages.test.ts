import { devicePaths } from '@corroborate/wire/captcha'
import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'

const headersOf = (answer: Response, ...names: string[]) => names.map(name => answer.headers.get(name))

describe('what a browser says of its device', () => {
  const said = { platform: 'Linux', timezone: 'Europe/Zurich', languages: ['en'] }
  const submit = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { app, settings, publicToken } = await identityUnderTest()
    return app.request(`${settings.identity.origin}${devicePaths.submit}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ public_token: publicToken, signals: JSON.stringify(said), ...fields }).toString(),
    })
  }

  test('has an id that no cache keeps', async () => {
    const answer = await submit({})
    expect([answer.status, ...headersOf(answer, 'Cache-Control', 'Access-Control-Allow-Origin')]).toEqual([
      200,
      'no-store',
      null,
    ])
    expect(await answer.json()).toEqual({ telemetry_id: expect.stringMatching(/./) })
  })

  test('may be said by the pages of the project, and by no others', async () => {
    const answer = await submit({}, { Origin: 'http://localhost:5000' })
    expect([answer.status, ...headersOf(answer, 'Access-Control-Allow-Origin', 'Vary')]).toEqual([
      200,
      'http://localhost:5000',
      expect.stringContaining('Origin'),
    ])
    expect((await submit({}, { Origin: 'https://evil.example' })).status).toBe(403)
  })

  test.each([
    ['no JSON', { signals: '{' }, 400],
    ['too much', { signals: JSON.stringify({ ...said, platform: 'x'.repeat(4_001) }) }, 400],
    ['a project that there is not', { public_token: 'public-token-test-nobody' }, 404],
    ['a name of a project that is too long', { public_token: 'x'.repeat(129) }, 400],
  ])('is refused with %s', async (_, fields, status) => {
    expect((await submit(fields)).status).toBe(status)
  })
})
