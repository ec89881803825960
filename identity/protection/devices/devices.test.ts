import { devicePaths } from '@corroborate/wire/captcha'
import { describe, expect, test } from 'vitest'
import { refuse } from '../../platform/refusal/refusal.ts'
import { createProject } from '../../projects/index.ts'
import { identityUnderTest } from '../../testing/index.ts'
import type { Guard } from '../guard.ts'
import { createDevices, type DeviceFacts, verdictOf } from './create-devices.ts'
import { isAutomated, signals } from './signals.ts'

type Provider = Awaited<ReturnType<typeof identityUnderTest>>
type Mode = 'off' | 'observation' | 'decisioning'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
const page = 'http://localhost:5000'
const seen = { languages: ['en'], timezone: 'Europe/Berlin', cores: 8, automated: false }

const open = async (deviceFingerprint: Mode, settings = {}) => {
  const provider = await identityUnderTest(settings)
  await provider.configure({ deviceFingerprint })
  return provider
}

const submit = ({ app, settings }: Provider, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(`${settings.identity.origin}${devicePaths.submit}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'User-Agent': browser,
      Origin: page,
      'Sec-Fetch-Site': 'cross-site',
      ...headers,
    },
    body: new URLSearchParams(form).toString(),
  })

const idOf = async (provider: Provider, signals: object = seen, token = provider.publicToken): Promise<string> => {
  const answer = await submit(provider, { public_token: token, signals: JSON.stringify(signals) })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(page)
  return ((await answer.json()) as { telemetry_id: string }).telemetry_id
}

const search = ({ sdk }: Provider, dfp_telemetry_id?: string, userAgent = browser, from = '192.0.2.1') =>
  sdk(
    'POST',
    '/users/search',
    { email: 'ada@example.org', ...(dfp_telemetry_id !== undefined && { dfp_telemetry_id }) },
    { headers: { 'User-Agent': userAgent }, from },
  )

describe('device decisioning enabled', () => {
  test('a regular device passes without a captcha', async () => {
    const provider = await open('decisioning')
    expect((await search(provider, await idOf(provider))).status).toBe(200)
  })

  test.each<[string, (provider: Provider) => Promise<Awaited<ReturnType<typeof search>>>]>([
    ['no device', provider => search(provider)],
    ['a made-up one', provider => search(provider, 'telemetry-id-e30.0123456789abcdef')],
    ['one that a program drives', async provider => search(provider, await idOf(provider, { automated: true }))],
    ['one of another browser', async provider => search(provider, await idOf(provider), 'Mozilla/5.0 (another)')],
    [
      'one of another project',
      async provider => {
        const config = { allowedOrigins: [page] }
        const other = await createProject(provider.db, { name: 'Other', config }, Date.now())
        return search(provider, await idOf(provider, seen, other.publicToken))
      },
    ],
    [
      'one that was named long ago',
      async provider => {
        const id = await idOf(provider)
        provider.clock.now += 5 * 60_000 + 1
        return search(provider, id)
      },
    ],
    [
      'one that many calls name by one id',
      async provider => {
        const id = await idOf(provider)
        for (let call = 0; call < 3; call++) expect((await search(provider, id)).status).toBe(200)
        return search(provider, id)
      },
    ],
  ])('a captcha is required for %s', async (_, call) => {
    const provider = await open('decisioning')
    const answer = await call(provider)
    expect([answer.status, answer.json]).toEqual([403, { text: 'Captcha required' }])
  })

  test('a device making many requests must solve a captcha and is finally rejected', async () => {
    const { db } = await identityUnderTest()
    const verdicts = []
    for (const calls of ['few', 'many', 'too many']) {
      const guard: Pick<Guard, 'project'> = {
        project: async name => {
          if (name === 'callPerDevice' && calls === 'too many') refuse('too_many_requests')
          return { isNear: name === 'callPerDevice' && calls === 'many' }
        },
      }
      const devices = createDevices({ db, guard: guard as Guard, now: Date.now })
      const id = await devices.name({ id: 'project-1' }, seen, browser)
      const request = { address: '192.0.2.1', userAgent: browser, now: Date.now() }
      verdicts.push((await devices.look({ id: 'project-1' }, id, request)).kind)
    }
    expect(verdicts).toEqual(['allow', 'challenge', 'block'])
  })
})

test('a rate limit that cannot be counted does not reject', async () => {
  const { db } = await identityUnderTest()
  const guard = { project: () => Promise.reject(new Error('The database is gone.')) }
  const devices = createDevices({ db, guard: guard as unknown as Guard, now: Date.now })
  const id = await devices.name({ id: 'project-1' }, seen, browser)
  const request = { address: '192.0.2.1', userAgent: browser, now: Date.now() }
  await expect(devices.look({ id: 'project-1' }, id, request)).rejects.toThrow('The database is gone.')
})

describe('device observation', () => {
  test('any device passes, and the would-be decision is counted', async () => {
    const provider = await open('observation')
    expect((await search(provider)).status).toBe(200)
    expect((await search(provider, 'nonsense')).status).toBe(200)
    expect((await search(provider, await idOf(provider))).status).toBe(200)
    const figures = await provider.identity.metrics.read()
    expect(figures).toContain('identity_devices_total{verdict="challenge unnamed"} 2')
    expect(figures).toContain('identity_devices_total{verdict="allow usual"} 1')
  })

  test.each<[Mode, boolean, string]>([
    ['off', false, 'OBSERVATION'],
    ['observation', true, 'OBSERVATION'],
    ['decisioning', true, 'DECISIONING'],
  ])('clients receive the device mode: %s', async (mode, enabled, name) => {
    const { sdk, publicToken } = await open(mode)
    const { data } = await sdk('GET', `/projects/bootstrap/${publicToken}`)
    expect([data.dfp_protected_auth_enabled, data.dfp_protected_auth_mode]).toEqual([enabled, name])
  })
})

describe('device identification', () => {
  test('devices are identified for the project’s pages only', async () => {
    const provider = await open('observation')
    const form = { public_token: provider.publicToken, signals: JSON.stringify(seen) }
    expect((await submit(provider, form, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await submit(provider, { ...form, public_token: 'public-token-test-x' })).status).toBe(404)
  })

  test.each([
    ['nothing', {}],
    ['no JSON', { signals: '{' }],
    ['the wrong kind of thing', { signals: '{"cores":"many"}' }],
    ['too much', { signals: JSON.stringify({ timezone: 'x'.repeat(5_000) }) }],
  ])('signals with %s are rejected', async (_, form) => {
    const provider = await open('observation')
    expect((await submit(provider, { public_token: provider.publicToken, ...form })).status).toBe(400)
  })

  test('a device id is opaque and different each time', async () => {
    const provider = await open('observation')
    const ids = [await idOf(provider), await idOf(provider)]
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) {
      expect(id.length).toBeLessThanOrEqual(256)
      const text = Buffer.from(id.slice('telemetry-id-'.length), 'base64url').toString()
      expect(text).not.toMatch(/Berlin|Mozilla|project-/)
    }
  })
})

const usual = {
  id: { issuedAt: 0, isAutomated: false, isOfBrowser: true },
  now: 5 * 60_000,
  ofId: 'far',
  ofDevice: 'far',
} as const

test.each<[string, DeviceFacts, string]>([
  ['as others are', usual, 'allow usual'],
  ['that is not named', { ...usual, id: null }, 'challenge unnamed'],
  ['named more than five minutes ago', { ...usual, now: 5 * 60_000 + 1 }, 'challenge old'],
  ['that a program drives', { ...usual, id: { ...usual.id, isAutomated: true } }, 'challenge automated'],
  ['of another browser', { ...usual, id: { ...usual.id, isOfBrowser: false } }, 'challenge another-browser'],
  ['whose id is near its limit', { ...usual, ofId: 'near' }, 'challenge repeated'],
  ['whose id is over its limit', { ...usual, ofId: 'over' }, 'challenge repeated'],
  ['near its limit', { ...usual, ofDevice: 'near' }, 'challenge busy'],
  ['over its limit, whatever else is odd', { ...usual, id: null, ofDevice: 'over' }, 'block too-busy'],
])('a device %s gets the decision %o', (_, facts, expected) => {
  const { kind, reason } = verdictOf(facts)
  expect(`${kind} ${reason}`).toBe(expected)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0 Safari/537.36', true],
  ['Mozilla/5.0 PhantomJS/2.1.1', true],
  ['Mozilla/5.0 Chrome/156.0.0.0 Electron/40.0.0', true],
  ['my-bot (+https://example.org)', true],
  ['curl/8.14', true],
  ['python-requests/2.32', true],
  ['node-fetch/1.0', true],
  ['okhttp/5.0', true],
  ['Java/25.0.1', true],
  ['', true],
  // A phone whose manufacturer's name ends in "bot".
  ['Mozilla/5.0 (Linux; Android 13; CUBOT_X70) Chrome/156.0.0.0 Mobile Safari/537.36', false],
  [browser, false],
])('the user agent %j is a program: %s', (userAgent, expected) => {
  expect(isAutomated({}, userAgent)).toBe(expected)
  expect(isAutomated({ automated: true }, userAgent)).toBe(true)
})

test('device signals are bounded in size', () => {
  const most = { languages: Array(20).fill('x'.repeat(200)), screen: [-1e6, 1e6, 0], cores: 1e6 }
  expect(signals.safeParse(most).success).toBe(true)
  for (const more of [
    { languages: Array(21).fill('en') },
    { languages: ['x'.repeat(201)] },
    { timezone: 'x'.repeat(201) },
    { screen: [1, 2, 3, 4] },
    { screen: [-1e6 - 1] },
    { cores: 1e6 + 1 },
  ])
    expect(signals.safeParse(more).success).toBe(false)
})
