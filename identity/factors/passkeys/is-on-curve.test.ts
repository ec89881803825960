import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { isOnCurve } from './is-on-curve.ts'

const cose = (...members: [number, number | Uint8Array][]) =>
  new Map(members) as unknown as Parameters<typeof isOnCurve>[0]
const bytesOf = (text: string | undefined) => new Uint8Array(Buffer.from(text ?? '', 'base64url'))
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' })
const { x, y } = jwkOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
const edwards = jwkOf(generateKeyPairSync('ed25519').publicKey)

test('a point of its curve is one, and a key without a curve need not be', async () => {
  expect(await isOnCurve(cose([1, 2], [-1, 1], [-2, bytesOf(x)], [-3, bytesOf(y)]))).toBe(true)
  expect(await isOnCurve(cose([1, 1], [-1, 6], [-2, bytesOf(edwards.x)]))).toBe(true)
  expect(await isOnCurve(cose([1, 3]))).toBe(true)
})

test.each([
  ['two coordinates that do not fit', cose([1, 2], [-1, 1], [-2, bytesOf(x)], [-3, bytesOf(x)])],
  ['a coordinate that is missing', cose([1, 2], [-1, 1], [-2, bytesOf(x)])],
  ['another curve than it says', cose([1, 2], [-1, 2], [-2, bytesOf(x)], [-3, bytesOf(y)])],
  ['a text of 32 bytes that is no point', cose([1, 1], [-1, 6], [-2, new Uint8Array(32).fill(2)])],
  ['nothing', cose([1, 1], [-1, 6])],
])('%s is none', async (_, key) => expect(await isOnCurve(key)).toBe(false))
