import { expect, test } from 'vitest'
import type { Project } from '../../projects/index.ts'
import { mayGrant } from './issuer.ts'

const rule = (resource_id: string, actions: string[]) => ({ resource_id, actions })
const rbac = {
  roles: [
    { role_id: 'reader', permissions: [rule('papers', ['read'])] },
    { role_id: 'editor', permissions: [rule('papers', ['read', 'write'])] },
    { role_id: 'clerk', permissions: [rule('books', ['*'])] },
  ],
  scopes: [{ scope: 'run', permissions: [rule('papers', ['read', 'write']), rule('books', ['read'])] }],
} as unknown as Project['rbac']

test.each([
  ['neither of two permissions', [], false],
  ['one action of the first', ['reader'], false],
  ['the first of two', ['editor'], false],
  ['the second of two', ['clerk'], false],
  ['the second, and one action of the first', ['clerk', 'reader'], false],
  ['both, by two roles', ['editor', 'clerk'], true],
])('a scope with two permissions, for a user holding %s', (_, roles, may) => {
  expect(mayGrant({ rbac }, { roles }, 'run')).toBe(may)
})

test('a scope without a rule can be granted by everybody', () => {
  expect(mayGrant({ rbac }, { roles: [] }, 'profile')).toBe(true)
})
