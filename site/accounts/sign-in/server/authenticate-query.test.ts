import { expect, test } from 'vitest'
import { readAuthenticateQuery } from './authenticate-calls.ts'

const link = (type: string) => `stytch_token_type=${type}&token=abc`

test.each([
  [link('magic_links'), { kind: 'link', type: 'magic_links', token: 'abc' }],
  [link('login'), { kind: 'link', type: 'login', token: 'abc' }],
  [link('oauth'), { kind: 'social', token: 'abc' }],
  [link('reset_password'), { kind: 'unknown' }],
  ['session_token=abc', { kind: 'session', token: 'abc' }],
  ['error=oauth_access_denied', { kind: 'refused', error: 'oauth_access_denied' }],
  ['', { kind: 'nothing' }],
  ['redirect_url=%2F', { kind: 'nothing' }],
])('the query %j is parsed as %j', (query, brought) => {
  expect(readAuthenticateQuery(new URLSearchParams(query))).toEqual(brought)
})

test('a link takes precedence over a session, and a session over an error', () => {
  expect(readAuthenticateQuery(new URLSearchParams(`session_token=s&${link('login')}`)).kind).toBe('link')
  expect(readAuthenticateQuery(new URLSearchParams('error=e&session_token=s')).kind).toBe('session')
})

test('a repeated parameter is ignored', () => {
  expect(readAuthenticateQuery(new URLSearchParams('session_token=a&session_token=b'))).toEqual({
    kind: 'session',
    token: '',
  })
  expect(readAuthenticateQuery(new URLSearchParams('error=a&error=b'))).toEqual({ kind: 'refused', error: '' })
})
