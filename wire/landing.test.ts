import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callbackTypes, readLanding, withCallbackParams, withoutCallbackParams } from './landing.ts'

describe('magic link URL', () => {
  test.each([
    ['https://a.example/authenticate', 'https://a.example/authenticate?stytch_token_type=magic_links&token=t'],
    ['https://a.example/?q=a%20b+c', 'https://a.example/?q=a%20b+c&stytch_token_type=magic_links&token=t'],
    ['https://a.example/?', 'https://a.example/?stytch_token_type=magic_links&token=t'],
    ['https://a.example/?q=?', 'https://a.example/?q=?&stytch_token_type=magic_links&token=t'],
    ['https://a.example/#top', 'https://a.example/?stytch_token_type=magic_links&token=t#top'],
    ['https://a.example/?q=1#a?b', 'https://a.example/?q=1&stytch_token_type=magic_links&token=t#a?b'],
  ])('a link to %s keeps the existing URL', (url, link) => {
    expect(withCallbackParams(url, { type: 'magic_links', token: 't' })).toBe(link)
    expect(withoutCallbackParams(link)).toBe(new URL(url.replace(/\/\?$/, '/')).href)
  })

  test('a link’s token is read back', () => {
    const token = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.constantFrom(...callbackTypes),
        token,
        (url, type, value) => {
          const landing = { type, token: value }
          fc.pre(readLanding(new URL(url).searchParams) === null)
          expect(readLanding(new URL(withCallbackParams(url, landing)).searchParams)).toEqual(landing)
        },
      ),
    )
  })
})

test.each([
  '',
  'token=t',
  'stytch_token_type=magic_links',
  'stytch_token_type=magic_links&token=',
  'stytch_token_type=sorcery&token=t',
  'stytch_token_type=login&token=a&token=b',
  'stytch_token_type=login&stytch_token_type=oauth&token=a',
])('a page opened with ?%s has no token', query => {
  expect(readLanding(new URLSearchParams(query))).toBeNull()
})
