import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import * as openid from 'openid-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stage } from './testing/index.ts'

/** Creates an application that publishes its keys at its own URL (`--jwks-uri`), with a scripted response. */
const withAddress = async () => {
  const on = await stage()
  const answer = { status: 200, body: '{"keys":[]}' }
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.writeHead(answer.status, { 'content-type': 'application/jwk-set+json', location: '/elsewhere' })
    response.end(answer.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const app = await on.addClient({ authMethod: 'private_key_jwt', jwksUri: `http://127.0.0.1:${port}/keys` })
  const newKey = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
    const config = await openid.discovery(
      on.issuer,
      app.id,
      undefined,
      openid.PrivateKeyJwt({ key: privateKey, kid }),
      { execute: [openid.allowInsecureRequests] },
    )
    return { jwk, use: () => openid.tokenIntrospection(config, 'x') }
  }
  return { answer, newKey, asked: () => asked }
}

/** Advances the clock by one minute, the cache lifetime of fetched keys. */
const aMinuteLater = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
}

const refused = { error: 'invalid_client' }

test('an application authenticates with a key from its JWKS URL, fetched once for many requests', async () => {
  const { answer, newKey, asked } = await withAddress()
  const [key, other] = [await newKey('k1'), await newKey('k1')]
  answer.body = JSON.stringify({ keys: [key.jwk] })
  expect(await key.use()).toEqual({ active: false })
  expect(await key.use()).toEqual({ active: false })
  expect(asked()).toBe(1)
  await expect(other.use()).rejects.toMatchObject(refused)
  answer.body = JSON.stringify({ keys: [other.jwk] })
  aMinuteLater()
  expect(await other.use()).toEqual({ active: false })
  await expect(key.use()).rejects.toMatchObject(refused)
})

test.each([
  ['answers with an error', { status: 500, body: '{}' }],
  ['leads elsewhere', { status: 302, body: '' }],
  ['holds no keys', { status: 200, body: '{"keys":[]}' }],
  ['holds no JSON', { status: 200, body: 'keys' }],
  ['is larger than 64 KB', { status: 200, body: `{"keys":[],"filler":"${'x'.repeat(65_536)}"}` }],
])(
  'the client is rejected while its JWKS URL %s, and accepted within a minute after its key appears',
  async (_, away) => {
    const { answer, newKey } = await withAddress()
    const key = await newKey('k1')
    Object.assign(answer, away)
    await expect(key.use()).rejects.toMatchObject(refused)
    Object.assign(answer, { status: 200, body: JSON.stringify({ keys: [key.jwk] }) })
    aMinuteLater()
    expect(await key.use()).toEqual({ active: false })
  },
)
