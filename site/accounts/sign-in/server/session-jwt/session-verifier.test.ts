import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { sessionClaim } from '@corroborate/wire/session-jwt'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutsideService } from '../../../../kit/outside/index.ts'
import { type ScriptedService, startScriptedService } from '../../../../testing/index.ts'
import { createSessionVerifier } from './project-verifier.ts'
import { createSessionKeys } from './session-keys.ts'

const issuer = 'https://identity.example'
const audience = 'project-test-1'

const open: ScriptedService[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

const newKey = (kid: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}
const first = newKey('jwk-1')
const second = newKey('jwk-2')

/** A verifier beside a provider that publishes `published`, and a clock. */
const setUp = async () => {
  const published = [first]
  const clock = { now: Date.now() }
  const provider = await startScriptedService(() => ({ status: 200, body: { keys: published.map(key => key.jwk) } }))
  open.push(provider)
  const service = createOutsideService({ name: 'The identity provider', userAgent: 'test', now: () => clock.now })
  const now = () => clock.now
  const keys = createSessionKeys({ url: new URL(`${provider.url}/keys`), provider: service, now })
  const verify = createSessionVerifier({ keys, issuer, audience, now })

  const jwt = ({ kid, privateKey }: { kid: string; privateKey: KeyObject }, header: object = {}) => {
    const seconds = Math.floor(clock.now / 1_000)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = { iss: issuer, aud: [audience], sub: 'user-test-1', iat: seconds, nbf: seconds, exp: seconds + 300 }
    const body = encode({ ...claims, [sessionClaim]: { id: 'session-test-1' } })
    const input = `${encode({ alg: 'RS256', kid, typ: 'JWT', ...header })}.${body}`
    return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
  }
  return { published, clock, provider, verify, jwt }
}

describe('signing keys', () => {
  test('keys are fetched once for many sessions', async () => {
    const { provider, verify, jwt } = await setUp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(jwt(first))))
    expect(answers.every(answer => answer.kind === 'verified')).toBe(true)
    await verify(jwt(first))
    expect(provider.requests).toHaveLength(1)
  })

  test('keys are fetched again at once for an unknown key id', async () => {
    const { published, provider, verify, jwt } = await setUp()
    await verify(jwt(first))
    published.push(second)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(jwt(second))))
    expect(answers.every(answer => answer.kind === 'verified')).toBe(true)
    expect(provider.requests).toHaveLength(2)
    expect((await verify(jwt(first))).kind).toBe('verified')
  })

  test('invented key ids do not cause unlimited fetches', async () => {
    const { provider, verify, jwt, clock } = await setUp()
    const invented = (n: number) => verify(jwt({ ...first, kid: `jwk-invented-${n}` }))
    expect(await verify(jwt(first))).toMatchObject({ kind: 'verified' })
    expect(await invented(0)).toEqual({ kind: 'unknown-key' })
    for (let n = 1; n < 50; n++) await invented(n)
    expect(await invented(50)).toEqual({ kind: 'unavailable' })
    expect(provider.requests).toHaveLength(6)
    expect(await verify(jwt(first))).toMatchObject({ kind: 'verified' })
    clock.now += 60_000
    await invented(51)
    // Once for the expired cache, and once for the unknown key.
    expect(provider.requests).toHaveLength(8)
  })

  test('that withdrawn are gone some seconds later', async () => {
    const { published, clock, verify, jwt } = await setUp()
    await verify(jwt(first))
    published.splice(0, 1, second)
    clock.now += 5_000
    await expect.poll(() => verify(jwt(first))).toEqual({ kind: 'unknown-key' })
    expect(await verify(jwt(second))).toMatchObject({ kind: 'verified' })
  })

  test('keys are never fetched from a URL in a header', async () => {
    const elsewhere = await startScriptedService(() => ({ status: 200, body: { keys: [second.jwk] } }))
    open.push(elsewhere)
    const { provider, verify, jwt } = await setUp()
    for (const header of [
      { jku: `${elsewhere.url}/keys` },
      { x5u: `${elsewhere.url}/certificate` },
      { kid: `${elsewhere.url}/keys` },
      { kid: '../../../keys' },
      { jwk: second.jwk },
    ]) {
      expect((await verify(jwt(second, header))).kind).toBe('refused')
    }
    expect(elsewhere.requests).toHaveLength(0)
    expect(provider.requests).toHaveLength(1)
  })
})

describe('while the provider is away', () => {
  test('a session can be neither confirmed nor rejected', async () => {
    const { provider, verify, jwt } = await setUp()
    provider.behave({ status: 500 })
    expect(await verify(jwt(first))).toEqual({ kind: 'unavailable' })
    provider.behave('garbage')
    expect(await verify(jwt(first))).toEqual({ kind: 'unavailable' })
    provider.behave('answer')
    expect(await verify(jwt(first))).toMatchObject({ kind: 'verified' })
  })

  test('cached keys keep verifying sessions', async () => {
    const { clock, provider, verify, jwt } = await setUp()
    await verify(jwt(first))
    provider.behave({ status: 500 })
    clock.now += 60 * 60_000
    expect(await verify(jwt(first))).toMatchObject({ kind: 'verified' })
    await expect.poll(() => provider.requests.length).toBeGreaterThan(1)
    expect(await verify(jwt(first))).toMatchObject({ kind: 'verified' })
  })
})
