import { expect, test } from 'vitest'
import type { Arrival } from './arrival.ts'
import { pendingActionOf } from './authenticate-calls.ts'

const at = (path: string, arrival: Arrival = 'own') => pendingActionOf(new URL(path, 'https://papers.example'), arrival)

test.each(['/', '/search?q=token', '/10.1000/x?action=reset_password', '/authenticate?redirect_url=/'])(
  '%s has no login parameters',
  path => expect(at(path)).toEqual({ kind: 'nothing' }),
)

test.each([
  '/?reset_password_token=a&action=reset_password',
  '/authenticate?session_token=a',
  '/authenticate?stytch_token_type=magic_links&token=a',
  '/10.1000/x?token=a',
  '/10.1000/x?stytch_token_type=magic_links&token=a&token=b',
])('%s holds a secret', path => expect(at(path)).toEqual({ kind: 'secret' }))

test.each([
  [
    '/10.1000/x?b=1&stytch_token_type=magic_links&token=a%2Fb',
    '/authenticate?stytch_token_type=magic_links&token=a%2Fb&redirect_url=%2F10.1000%2Fx%3Fb%3D1',
  ],
  ['/?stytch_token_type=login&token=a', '/authenticate?stytch_token_type=login&token=a&redirect_url=%2F'],
  [
    '/authenticate?stytch_token_type=reset_password&token=a',
    '/reset-password?action=reset_password&reset_password_token=a',
  ],
  [
    '/reset-password?stytch_token_type=reset_password&token=a',
    '/reset-password?action=reset_password&reset_password_token=a',
  ],
  ['/10.1000/x?stytch_token_type=reset_password&token=a', '/10.1000/x?action=reset_password&reset_password_token=a'],
  [
    '//evil.example/?stytch_token_type=reset_password&token=a',
    '/reset-password?action=reset_password&reset_password_token=a',
  ],
])('%s redirects to %s', (path, to) => {
  const url = new URL('https://papers.example')
  const [pathname = '', search = ''] = path.split('?')
  url.pathname = pathname
  url.search = search
  expect(pendingActionOf(url, 'own')).toEqual({ kind: 'go', to })
})

test.each(['own', 'alone', 'foreign'] as const)(
  'a session parameter redirects to where it is accepted or confirmed: %s',
  arrival => {
    expect(at('/10.1000/x?auth_success=true&session_token=a&user_id=u&b=1', arrival)).toEqual({
      kind: 'go',
      to: '/authenticate?session_token=a&redirect_url=%2F10.1000%2Fx%3Fb%3D1',
    })
  },
)

test('two session parameters are both ignored', () => {
  expect(at('/10.1000/x?session_token=a&session_token=b')).toEqual({
    kind: 'go',
    to: '/authenticate?session_token=&redirect_url=%2F10.1000%2Fx',
  })
})

test('clear_session ends the session from our page, and asks for confirmation otherwise', () => {
  const path = '/10.1000/x?clear_session=true&b=1'
  expect(at(path, 'own')).toEqual({ kind: 'end', to: '/10.1000/x?b=1' })
  for (const arrival of ['alone', 'foreign'] as const)
    expect(at(path, arrival)).toEqual({ kind: 'go', to: '/logout?ask=true&redirect_url=%2F10.1000%2Fx%3Fb%3D1' })
  expect(at(path, 'ahead')).toEqual({ kind: 'nothing' })
})
