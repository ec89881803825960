import { expect, test } from 'vitest'
import { callPath } from './call.ts'
import { projects } from './projects.ts'
import { sessions } from './sessions.ts'
import { users } from './users.ts'

test('a path starts with the prefix of the contract', () => {
  expect(callPath(sessions.revoke)).toBe('/sdk/v1/sessions/revoke')
})

test('parameters are encoded, so that none reaches another path', () => {
  expect(callPath(projects.bootstrap, { public_token: 'public-token-test-1' })).toBe(
    '/sdk/v1/projects/bootstrap/public-token-test-1',
  )
  expect(callPath(users.deleteEmail, { id: '../me?x#y' })).toBe('/sdk/v1/users/emails/..%2Fme%3Fx%23y')
})

test('a missing parameter is a mistake of the caller', () => {
  expect(() => callPath(users.deleteEmail, {})).toThrow('needs "id"')
  expect(() => callPath(users.deleteEmail, { id: '' })).toThrow('needs "id"')
})
