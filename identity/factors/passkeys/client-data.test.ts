import { expect, test } from 'vitest'
import { readClientData } from './challenge.ts'

const right = { type: 'webauthn.get', challenge: 'a-_9', origin: 'https://example.org' }
const read = (said: unknown) => readClientData(Buffer.from(JSON.stringify(said)).toString('base64url'))

test.each([
  [{}, false],
  [{ crossOrigin: false, topOrigin: null }, false],
  [{ crossOrigin: null }, false],
  [{ crossOrigin: true }, true],
  [{ topOrigin: 'https://example.org' }, true],
  [{ topOrigin: '' }, true],
])('client data %j has cross-origin framing %j', (said, isFramed) => {
  expect(read({ ...right, ...said })).toEqual({ ...right, isFramed })
})

test.each([
  null,
  [],
  { ...right, type: 7 },
  { ...right, origin: null },
  { ...right, crossOrigin: 'false' },
  ...['', ' a', 'a ', 'a\n', '=a', 'a=', 'a+b'].map(challenge => ({ ...right, challenge })),
])('%j is not read', said => {
  expect(read(said)).toBeNull()
})

test.each(['', 'A', 'e', '{}'])('%j is not base64url-encoded JSON', encoded => {
  expect(readClientData(encoded)).toBeNull()
})
