import { devicePaths } from '@corroborate/wire/captcha'
import { describe, expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'

const headersOf = (answer: Response, ...names: string[]) => names.map(name => answer.headers.get(name))

describe('device signals endpoint', () => {
  const said = { platform: 'Linux', timezone: 'Europe/Zurich', languages: ['en'] }
  type Provider = Awaited<ReturnType<typeof identityUnderTest>>
  const submitTo = async (
    { app, settings, publicToken }: Provider,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    app.request(`${settings.identity.origin}${devicePaths.submit}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ public_token: publicToken, signals: JSON.stringify(said), ...fields }).toString(),
    })
  const submit = async (fields: Record<string, string>, headers?: Record<string, string>) =>
    submitTo(await identityUnderTest(), fields, headers)

  test('the device id response is not cached', async () => {
    const answer = await submit({})
    expect([answer.status, ...headersOf(answer, 'Cache-Control', 'Access-Control-Allow-Origin')]).toEqual([
      200,
      'no-store',
      null,
    ])
    expect(await answer.json()).toEqual({ telemetry_id: expect.stringMatching(/./) })
  })

  test('device signals are accepted from the project’s pages only', async () => {
    const answer = await submit({}, { Origin: 'http://localhost:5000' })
    expect([answer.status, ...headersOf(answer, 'Access-Control-Allow-Origin', 'Vary')]).toEqual([
      200,
      'http://localhost:5000',
      expect.stringContaining('Origin'),
    ])
    expect((await submit({}, { Origin: 'https://evil.example' })).status).toBe(403)
  })

  test('device signals are accepted from the provider’s own pages', async () => {
    const provider = await identityUnderTest()
    await provider.configure({ allowedOrigins: [] })
    const answer = await submitTo(provider, {}, { Origin: provider.settings.identity.origin })
    expect([answer.status, ...headersOf(answer, 'Access-Control-Allow-Origin')]).toEqual([200, null])
  })

  test.each([255, 256, 1_000])('a browser with a user agent of %i characters is recognized again', async length => {
    const provider = await identityUnderTest()
    const name = 'Mozilla/5.0 '.padEnd(length, 'x')
    const { telemetry_id } = (await (await submitTo(provider, {}, { 'User-Agent': name })).json()) as {
      telemetry_id: string
    }
    // A call hands on no more of it.
    const request = { address: '192.0.2.1', userAgent: name.slice(0, 255), now: provider.clock.now }
    const known = await provider.core.devices.look(await provider.project(), telemetry_id, request)
    expect(known).toEqual({ kind: 'allow', reason: 'usual' })
  })

  test('device signals the script would not send are rejected with the reason', async () => {
    const answer = await submit({ signals: '{' })
    expect(await answer.text()).toContain('are not what /telemetry.js sends')
  })

  test.each([
    ['no JSON', { signals: '{' }, 400],
    ['too much', { signals: JSON.stringify({ ...said, platform: 'x'.repeat(4_001) }) }, 400],
    ['a project that there is not', { public_token: 'public-token-test-nobody' }, 404],
    ['a name of a project that is too long', { public_token: 'x'.repeat(129) }, 400],
  ])('device signals with %s are rejected', async (_, fields, status) => {
    expect((await submit(fields)).status).toBe(status)
  })
})
