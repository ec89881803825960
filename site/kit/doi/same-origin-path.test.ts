import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameOriginPath } from './same-origin-path.ts'

const origin = 'https://papers.example'

test.each([
  ['/', '/'],
  ['/10.1038/nature12373', '/10.1038/nature12373'],
  ['/search?q=a%20b&x=%2F%2Fy', '/search?q=a%20b&x=%2F%2Fy'],
  ['/10.1000/a#vote', '/10.1000/a#vote'],
  ['/10.1000/a//b', '/10.1000/a//b'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  [`${origin}/10.1000/a?b=c`, '/10.1000/a?b=c'],
  ['/ü', '/%C3%BC'],
  ['/loginless', '/loginless'],
  ['/10.1000/login', '/10.1000/login'],
  [`/${'a'.repeat(1_999)}`, `/${'a'.repeat(1_999)}`],
])('%j resolves to %s', (given, path) => expect(sameOriginPath(given, origin)).toBe(path))

describe('rejected return paths', () => {
  test.each([
    null,
    undefined,
    '',
    'evil',
    'evil/x',
    'https://evil.example/',
    'https://papers.example.evil.example/',
    'https://papers.example@evil.example/',
    'http://papers.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' /fine',
    '%2F%2Fevil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/a\u0000b',
    `/${'a'.repeat(2_000)}`,
    '/authenticate?session_token=x',
    '/AUTHENTICATE',
    '/logout',
    '/login?redirect_url=/',
    // 8.5: nothing that would be taken for a hand-over on arrival
    '/10.1000/a?session_token=x',
    '/10.1000/a?a=b&session_token=x&auth_success=true',
    '/10.1000/a?%73ession_token=x',
    '/?stytch_token_type=magic_links&token=x',
    '/?action=reset_password&reset_password_token=x',
    '/10.1000/a?clear_session=true',
  ])('%j', given => expect(sameOriginPath(given, origin)).toBeNull())

  test('whatever the input, a browser stays on the site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '\t',
      '@',
      ':',
      'evil.example',
      '?',
      '#',
      'a',
      origin,
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const path = sameOriginPath(pieces.join(''), origin)
        if (path !== null) expect(new URL(path, `${origin}/somewhere`).origin).toBe(origin)
      }),
      { numRuns: 2_000 },
    )
  })
})
