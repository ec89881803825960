import { describe, expect, test } from 'vitest'
import { readStart } from './start-page.ts'

const read = (query: string | Record<string, string>, name = 'google') => readStart(name, new URLSearchParams(query))
const refusal = (query: string | Record<string, string>, name?: string) => {
  const found = read(query, name)
  return found.kind === 'refused' ? found.message : 'it was read'
}
const repeated = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n))

describe('OAuth start URL', () => {
  const nothing = {
    provider: 'google',
    publicToken: '',
    codeChallenge: null,
    customScopes: [],
    parameters: {},
    loginUrl: undefined,
    signupUrl: undefined,
    attachToken: null,
  }

  test('a start URL needs no parameters', () => {
    expect(read('')).toEqual({ kind: 'read', request: nothing })
    expect(read('unknown=1&unknown=2&providers=3')).toEqual({ kind: 'read', request: nothing })
  })

  test('all start URL parameters are parsed', () => {
    const query = {
      public_token: 'public-token-test-1',
      code_challenge: 'c',
      custom_scopes: ' a  b ',
      login_redirect_url: 'https://a.example/in',
      signup_redirect_url: 'https://a.example/up',
      oauth_attach_token: 't',
      provider_prompt: 'consent',
      provider_hd: '',
    }
    expect(read(query, 'github')).toEqual({
      kind: 'read',
      request: {
        provider: 'github',
        publicToken: 'public-token-test-1',
        codeChallenge: 'c',
        customScopes: ['a', 'b'],
        parameters: { prompt: 'consent', hd: '' },
        loginUrl: 'https://a.example/in',
        signupUrl: 'https://a.example/up',
        attachToken: 't',
      },
    })
  })

  test('a start URL for an unknown provider is rejected', () => {
    expect(refusal('', 'x'.repeat(100))).toBe(`There is no provider "${'x'.repeat(40)}".`)
    expect(refusal('', 'Google')).toBe('There is no provider "Google".')
  })

  test('a repeated start URL parameter is rejected', () => {
    expect(refusal('public_token=a&public_token=b')).toBe('public_token is given twice.')
    const long = `provider_${'x'.repeat(100)}`
    expect(refusal(`${long}=a&${long}=b`)).toBe(`${long.slice(0, 60)} is given twice.`)
  })

  test('reserved parameters are not passed to the provider', () => {
    expect(refusal('provider_state=x')).toMatch(/^Pages cannot set provider_\w+\.$/)
  })

  test.each([
    ['a'.repeat(1_000), 'it was read'],
    ['a'.repeat(1_001), 'provider_x cannot be passed on.'],
    ['a\u0000b', 'provider_x cannot be passed on.'],
    ['a\nb', 'provider_x cannot be passed on.'],
  ])('provider parameters are limited to values a provider accepts', (value, answer) => {
    expect(refusal({ provider_x: value })).toBe(answer)
  })

  test.each(['p.r-o_m9', 'a'.repeat(64)])('a provider parameter named %s is passed on', name => {
    expect(refusal({ [`provider_${name}`]: 'x' })).toBe('it was read')
  })

  test.each(['!prompt', 'prompt!', 'pro mpt', '', 'a'.repeat(65)])(
    'a provider parameter named "%s" is rejected',
    name => {
      expect(refusal({ [`provider_${name}`]: 'x' })).toBe(`provider_${name.slice(0, 60)} cannot be passed on.`)
    },
  )

  test('the error names the rejected provider parameter, truncated', () => {
    const name = 'y'.repeat(100)
    expect(refusal({ [`provider_${name}`]: '\n' })).toBe(`provider_${name.slice(0, 60)} cannot be passed on.`)
  })

  test('at most twenty provider parameters are accepted', () => {
    const of = (count: number) => repeated(count, n => `provider_p${n}=1`).join('&')
    expect([refusal(of(20)), refusal(of(21))]).toEqual(['it was read', 'There are more than 20 parameters.'])
  })

  const bad = 'custom_scopes must be a list of scopes with spaces between them.'
  test.each([
    [repeated(50, n => `s${n}`).join(' '), 'it was read'],
    [repeated(51, n => `s${n}`).join(' '), bad],
    ['a'.repeat(200), 'it was read'],
    ['a'.repeat(201), bad],
    ['https://www.googleapis.com/auth/calendar !#[]~', 'it was read'],
    ['ok "quoted"', bad],
    ['back\\slash', bad],
    ['ümlaut', bad],
    ['a\tb', bad],
  ])('requested scopes must be valid OAuth scope tokens', (custom_scopes, answer) => {
    expect(refusal({ custom_scopes })).toBe(answer)
  })
})
