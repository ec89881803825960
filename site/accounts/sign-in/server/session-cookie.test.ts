import { describe, expect, test } from 'vitest'
import { isSessionToken, readSessionCookie, sessionCookieName, writeSessionCookie } from './sessions.ts'

const token = 'T'.repeat(43)

test('over TLS the session cookie has the __Host- prefix', () => {
  expect([sessionCookieName(true), sessionCookieName(false)]).toEqual(['__Host-session', 'corroborate_session'])
})

test('a session cookie is the token with its JWT, or the token alone if the JWT does not fit', () => {
  expect(writeSessionCookie({ token, jwt: 'a.b.c' })).toBe(`${token}.a.b.c`)
  expect(writeSessionCookie({ token, jwt: null })).toBe(`${token}.`)
  const most = 'j'.repeat(3_800 - token.length)
  expect(writeSessionCookie({ token, jwt: most })).toBe(`${token}.${most}`)
  expect(writeSessionCookie({ token, jwt: `${most}j` })).toBe(`${token}.`)
})

test('a session cookie round-trips', () => {
  for (const cookie of [
    { token, jwt: 'a.b.c' },
    { token, jwt: null },
  ])
    expect(readSessionCookie(writeSessionCookie(cookie))).toEqual(cookie)
})

describe('session token', () => {
  test.each(['T'.repeat(20), 'T'.repeat(200), `${'_-aZ09'.repeat(4)}`])('a session token may be %j', text => {
    expect(isSessionToken(text)).toBe(true)
    expect(readSessionCookie(`${text}.`)).toEqual({ token: text, jwt: null })
  })

  test.each(['', 'T'.repeat(19), 'T'.repeat(201), `é${token}`, `${token} `, `${token.slice(1)}+${token.slice(1)}`])(
    'a session token is never %j',
    text => {
      expect(isSessionToken(text)).toBe(false)
      expect(readSessionCookie(`${text}.a.b.c`)).toBeNull()
    },
  )

  test('a session token is opaque text that cannot be parsed otherwise', () => {
    expect([isSessionToken([token]), isSessionToken(null)]).toEqual([false, false])
  })

  test('a session token without its final dot is rejected', () => {
    expect(readSessionCookie(token)).toBeNull()
  })
})
