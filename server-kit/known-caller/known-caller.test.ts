import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressOf, createHttp } from '../http/index.ts'
import { readSettings } from '../settings/index.ts'
import { serveApp, testLogger } from '../testing/index.ts'
import { callerHeader, createReadCaller, createSignCall, openCallerSecrets } from './index.ts'

const [secret, other] = ['s'.repeat(43), 'o'.repeat(43)]
const now = 1_800_000_000_000
const call = { address: '203.0.113.7', method: 'POST', path: '/sdk/v1/sessions/authenticate' }
const { address: _, ...request } = call
const sign = (...secrets: string[]) => createSignCall(secrets, () => now)
const read = (...secrets: string[]) => createReadCaller(secrets, () => now)
const signed = sign(secret)(call)

describe('signed request between servers', () => {
  test.each(['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7', 'unknown'])(
    'the signature carries the client address: %s',
    address => {
      expect(read(secret)(sign(secret)({ ...call, address }), request)).toBe(address)
    },
  )

  test('a signature is valid under every known secret and no other', () => {
    expect(read(other, secret)(signed, request)).toBe(call.address)
    expect(read(other)(signed, request)).toBeNull()
    expect(read()(signed, request)).toBeNull()
  })

  test('a signature is valid for a minute before and after', () => {
    const at = (time: number) => createReadCaller([secret], () => time)(signed, request)
    expect([at(now - 60_000), at(now + 60_000)]).toEqual([call.address, call.address])
    expect([at(now - 60_001), at(now + 60_001)]).toEqual([null, null])
  })

  test('a signature is valid for that request only', () => {
    expect(read(secret)(signed, { ...request, method: 'GET' })).toBeNull()
    expect(read(secret)(signed, { ...request, path: '/sdk/v1/magic_links/authenticate' })).toBeNull()
  })

  test.each([
    ['another address', signed.replace('203.0.113.7', '203.0.113.8')],
    ['another time', signed.replace(String(now), String(now + 1))],
    ['no signature', `${now} 203.0.113.7 `],
    ['half a signature', signed.slice(0, -20)],
    ['no address', sign(secret)({ ...call, address: 'localhost' })],
    ['nothing', ''],
    ['two', `${signed}, ${signed}`],
    ['much', 'x'.repeat(10_000)],
  ])('a signature with %s is rejected', (_, value) => {
    expect(read(secret)(value, request)).toBeNull()
  })

  test('signing requires a secret', () => {
    expect(() => createSignCall([], () => now)).toThrow(TypeError)
  })
})

describe('server with known callers', () => {
  const serve = async () => {
    const readCaller = read(secret)
    const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger, readCaller })
    app.get('/address', c => c.text(addressOf(c)))
    const origin = await serveApp(app)
    return async (value?: string) => {
      const answer = await fetch(
        `${origin}/address?a=1`,
        value === undefined ? {} : { headers: { [callerHeader]: value } },
      )
      return answer.text()
    }
  }

  test('the client address is accepted from known callers only', async () => {
    const ask = await serve()
    const wanted = { address: '203.0.113.7', method: 'GET', path: '/address' }
    expect(await ask(sign(secret)(wanted))).toBe('203.0.113.7')
    expect(await ask(sign(secret)({ ...wanted, address: '::ffff:203.0.113.7' }))).toBe('203.0.113.7')
    for (const forged of [sign(other)(wanted), signed, '203.0.113.7', undefined])
      expect(await ask(forged)).toBe('127.0.0.1')
  })
})

describe('secret shared between the servers', () => {
  const inFolder = (environment: Record<string, string> = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'corroborate-caller-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return readSettings({ DATA_DIR: folder, ...environment })
  }

  test('the first server to start creates the secret, shared by both', () => {
    const settings = inFolder()
    const made = openCallerSecrets(settings)
    expect(made).toHaveLength(1)
    expect(openCallerSecrets(settings)).toEqual(made)
    expect(statSync(settings.callers.secretFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(settings.callers.secretFile, 'utf8').trim()).toBe(made[0])
  })

  test('a configured secret is used for multiple machines, and no file is created', () => {
    const settings = inFolder({ CALLER_SECRET: `${secret},${other}` })
    expect(openCallerSecrets(settings)).toEqual([secret, other])
    expect(() => statSync(settings.callers.secretFile)).toThrow(/ENOENT/)
  })
})
