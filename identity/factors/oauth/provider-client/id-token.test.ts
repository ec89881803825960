import * as oauth from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { ProviderError } from './errors.ts'
import { expectedIssuer, idTokenError, peek, serverOf, tenantOf } from './id-token.ts'

const guid = '11111111-2222-4333-8444-555555555555'
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

test.each([
  ['https://accounts.google.com', 'x', 'https://accounts.google.com'],
  ['https://login.example/{tid}/v2.0', guid, `https://login.example/${guid}/v2.0`],
  ['https://login.example/{tid}/v2.0', undefined, null],
  ['https://login.example/{tid}/v2.0', 7, null],
  [null, guid, null],
])('for issuer template %j and tenant %j, the expected issuer is %j', (issuer, tid, expected) => {
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
])('the issuer %j belongs to the tenant %j', (issuer, tenant) => {
  expect(tenantOf(issuer)).toBe(tenant)
})

describe('id_token decoding', () => {
  const token = `${part({ alg: 'RS256', kid: 'k' })}.${part({ sub: 'ada' })}.c2ln`

  test('an id_token is decoded before verification, signed or not', () => {
    const read = { header: { alg: 'RS256', kid: 'k' }, claims: { sub: 'ada' } }
    expect(peek(token)).toEqual(read)
    expect(peek(token.replace(/\.c2ln$/, '.'))).toEqual(read)
  })

  test.each(['', 'a.b', `${token}.x`, ` ${token}`, `${token}=`, `.${part({})}.`, `${part('{')}.${part({})}.c2ln`])(
    'a malformed JWT is rejected: %j',
    odd => {
      const read = () => peek(odd)
      expect(read).toThrow(ProviderError)
      expect(read).toThrow('the id_token is no JWT')
    },
  )
})

test('server metadata includes keys and issuer only if the provider signs tokens', () => {
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

describe('id_token error mapping', () => {
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
  ])('the error %s of claim %s maps to %s with the original as its cause', (code, claim, type) => {
    const error = found(code, claim)
    expect([error.type, error.message]).toEqual([type, expect.stringContaining('why')])
    expect(error.cause).toBeInstanceOf(Error)
  })

  test('our own errors pass through unchanged, and other values are not errors', () => {
    const named = new ProviderError('id_token_expired', 'late')
    expect(idTokenError(named)).toBe(named)
    expect(idTokenError('odd').type).toBe('oauth_provider_unavailable')
    expect(idTokenError(Object.assign(new Error('x', { cause: null }), { code: 'OAUTH_X' })).type).toBe(
      'id_token_invalid',
    )
  })
})
