import { expect, test } from 'vitest'
import { callPath } from './call.ts'
import { projects } from './projects.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

test('a path starts with the contract’s prefix', () => {
  expect(callPath(sessions.revoke)).toBe('/sdk/v1/sessions/revoke')
})

test('path parameters are encoded so that none escapes its segment', () => {
  expect(callPath(projects.bootstrap, { public_token: 'public-token-test-1' })).toBe(
    '/sdk/v1/projects/bootstrap/public-token-test-1',
  )
  expect(callPath(users.deleteEmail, { id: '../me?x#y' })).toBe('/sdk/v1/users/emails/..%2Fme%3Fx%23y')
})

test('a missing path parameter throws', () => {
  expect(() => callPath(users.deleteEmail, {})).toThrow('needs "id"')
  expect(() => callPath(users.deleteEmail, { id: '' })).toThrow('needs "id"')
})
