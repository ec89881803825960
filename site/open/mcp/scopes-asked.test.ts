import { expect, test } from 'vitest'
import { scopesToRequest } from './mcp-call.ts'

test.each([
  [undefined, ['openid', 'offline_access', 'notes:draft']],
  [
    ['offline_access', 'papers:watch'],
    ['openid', 'offline_access', 'papers:watch', 'notes:draft'],
  ],
  [['notes:draft'], ['openid', 'offline_access', 'notes:draft']],
])('a client with %j requests its scopes and the missing ones, each once', (granted, scopes) =>
  expect(scopesToRequest('notes:draft', granted)).toEqual(scopes),
)
