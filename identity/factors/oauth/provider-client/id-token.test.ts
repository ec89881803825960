import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { expectedIssuer, idTokenError, peek, serverOf, tenantOf } from './id-token.ts'
import { ProviderError } from './provider-error.ts'

const guid = '11111111-2222-4333-8444-555555555555'
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

test.each([
  ['https://accounts.google.com', 'x', 'https://accounts.google.com'],
  ['https://login.example/{tid}/v2.0', guid, `https://login.example/${guid}/v2.0`],
  ['https://login.example/{tid}/v2.0', undefined, null],
  ['https://login.example/{tid}/v2.0', 7, null],
  [null, guid, null],
])('of %j and the tenant %j, the issuer has to be %j', (issuer, tid, expected) => {
  expect(expectedIssuer(issuer, tid)).toBe(expected)
})

test.each([
  [`https://login.microsoftonline.com/${guid}/v2.0`, guid],
  [`https://login.microsoftonline.com/${guid}/v2.0/`, null],
  [`https://evil.example/https://login.microsoftonline.com/${guid}/v2.0`, null],
  [`https://login.microsoftonline.com/${guid.toUpperCase().replace('1', 'G')}/v2.0`, null],
  [`https://loginXmicrosoftonline.com/${guid}/v2.0`, null],
  ['https://login.microsoftonline.com/common/v2.0', null],
  [null, null],
])('the issuer %j is of the tenant %j', (issuer, tenant) => {
  expect(tenantOf(issuer)).toBe(tenant)
})

describe('an id_token', () => {
  const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'ada' })}.c2ln`

  test('is read before it is checked, signed or not', () => {
    const read = { header: { alg: 'RS256', kid: 'k' }, claims: { sub: 'ada' } }
    expect(peek(token)).toEqual(read)
    expect(peek(token.replace(/\.c2ln$/, '.'))).toEqual(read)
  })

  test.each(['', 'a.b', `${token}.x`, ` ${token}`, `${token}=`, `.${part({})}.`, `${part('{')}.${part({})}.c2ln`])(
    'that is no JWT is refused: %j',
    odd => {
      const read = () => peek(odd)
      expect(read).toThrow(ProviderError)
      expect(read).toThrow('the id_token is no JWT')
    },
  )
})

test('a provider is described as far as it has keys and signs', () => {
  const endpoints = { authorization: 'https://a.example/authorize', token: 'https://a.example/token' }
  const plain = {
    issuer: 'https://a.example',
    authorization_endpoint: endpoints.authorization,
    token_endpoint: endpoints.token,
  }
  expect(serverOf({ idToken: null }, { ...endpoints, jwks: null }, null)).toEqual(plain)
  const signing = { algorithms: ['RS256'], hasNonce: true } as unknown as Parameters<typeof serverOf>[0]['idToken']
  expect(
    serverOf({ idToken: signing }, { ...endpoints, jwks: 'https://a.example/keys' }, 'https://issuer.example'),
  ).toEqual({
    ...plain,
    issuer: 'https://issuer.example',
    jwks_uri: 'https://a.example/keys',
    id_token_signing_alg_values_supported: ['RS256'],
  })
})

describe('what is found wrong with an id_token', () => {
  const found = (code: string | undefined, claim?: string) =>
    idTokenError(Object.assign(new Error('why', { cause: claim === undefined ? undefined : { claim } }), { code }))

  test.each([
    [oauth.JWT_TIMESTAMP_CHECK, undefined, 'id_token_expired'],
    ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'aud', 'id_token_incorrect_audience'],
    ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'nonce', 'id_token_nonce_invalid'],
    ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'iss', 'id_token_invalid'],
    ['OAUTH_INVALID_RESPONSE', undefined, 'id_token_invalid'],
    ['ECONNRESET', undefined, 'oauth_provider_unavailable'],
    [undefined, undefined, 'oauth_provider_unavailable'],
  ])('%s of %s is told as %s, with what it was', (code, claim, type) => {
    const error = found(code, claim)
    expect([error.type, error.message]).toEqual([type, expect.stringContaining('why')])
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('stays as it is where it is named already, and may be no error at all', () => {
    const named = new ProviderError('id_token_expired', 'late')
    expect(idTokenError(named)).toBe(named)
    expect(idTokenError('odd').type).toBe('oauth_provider_unavailable')
    expect(idTokenError(Object.assign(new Error('x', { cause: null }), { code: 'OAUTH_X' })).type).toBe(
      'id_token_invalid',
    )
  })
})
