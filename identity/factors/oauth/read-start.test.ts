import { describe, expect, test } from 'vitest'
import { readStart } from './read-start.ts'

const read = (query: string | Record<string, string>, name = 'google') => readStart(name, new URLSearchParams(query))
const refusal = (query: string | Record<string, string>, name?: string) => {
  const found = read(query, name)
  return found.kind === 'refused' ? found.message : 'it was read'
}
const repeated = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n))

describe('the URL at which a sign-in begins', () => {
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

  test('may ask for nothing', () => {
    expect(read('')).toEqual({ kind: 'read', request: nothing })
    expect(read('unknown=1&unknown=2&providers=3')).toEqual({ kind: 'read', request: nothing })
  })

  test('is read with all that it asks for', () => {
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

  test('names a provider that there is', () => {
    expect(refusal('', 'x'.repeat(100))).toBe(`There is no provider "${'x'.repeat(40)}".`)
    expect(refusal('', 'Google')).toBe('There is no provider "Google".')
  })

  test('says each thing once', () => {
    expect(refusal('public_token=a&public_token=b')).toBe('public_token is given twice.')
    const long = `provider_${'x'.repeat(100)}`
    expect(refusal(`${long}=a&${long}=b`)).toBe(`${long.slice(0, 60)} is given twice.`)
  })

  test('passes on no parameter that is ours to set', () => {
    expect(refusal('provider_state=x')).toMatch(/^Pages cannot set provider_\w+\.$/)
  })

  test.each([
    ['a'.repeat(1_000), 'it was read'],
    ['a'.repeat(1_001), 'provider_x cannot be passed on.'],
    ['a\u0000b', 'provider_x cannot be passed on.'],
    ['a\nb', 'provider_x cannot be passed on.'],
  ])('passes on values that a provider can take', (value, answer) => {
    expect(refusal({ provider_x: value })).toBe(answer)
  })

  test.each(['p.r-o_m9', 'a'.repeat(64)])('passes on a parameter by the name %s', name => {
    expect(refusal({ [`provider_${name}`]: 'x' })).toBe('it was read')
  })

  test.each(['!prompt', 'prompt!', 'pro mpt', '', 'a'.repeat(65)])('passes on no parameter by the name "%s"', name => {
    expect(refusal({ [`provider_${name}`]: 'x' })).toBe(`provider_${name.slice(0, 60)} cannot be passed on.`)
  })

  test('says of a parameter that cannot be passed on which one it is, shortly', () => {
    const name = 'y'.repeat(100)
    expect(refusal({ [`provider_${name}`]: '\n' })).toBe(`provider_${name.slice(0, 60)} cannot be passed on.`)
  })

  test('has twenty parameters at most', () => {
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
  ])('asks for scopes as the standard has them', (custom_scopes, answer) => {
    expect(refusal({ custom_scopes })).toBe(answer)
  })
})
