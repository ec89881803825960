import { expect, test } from 'vitest'
import { outgoingRequest } from './configuration.ts'

const guarded = { method: 'GET', dispatcher: 'public addresses only' }

test.each(['https://login.example.org', 'https://localhost.example.org', 'https://10.0.0.1'])(
  'a provider at %s reaches public addresses only, whatever it listens on',
  origin => expect(outgoingRequest(origin, guarded)).toEqual(guarded),
)

test.each(['http://localhost:5001', 'http://127.0.0.1:5001', 'http://[::1]:5001'])(
  'a provider at %s reaches applications on its machine',
  origin => expect(outgoingRequest(origin, guarded)).toEqual({ method: 'GET' }),
)

test('a public provider sends no request that cannot be checked', () => {
  expect(() => outgoingRequest('https://login.example.org', { method: 'GET' })).toThrow('cannot be checked')
})
