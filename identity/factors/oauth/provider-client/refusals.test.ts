import { ResponseBodyError } from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { asProviderError, asRefusal, clientVerdictOf, ProviderError, validated } from './errors.ts'

/** A provider's error, as an exchange of a code throws it. */
const said = (error: string): ProviderError => {
  const response = Response.json({ error }, { status: 400 })
  const cause = new ResponseBodyError('refused', { cause: { error }, response })
  return new ProviderError('oauth_provider_refused', error, cause)
}

describe('client check with an unknown code', () => {
  test.each(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'])(
    'the provider does not know our client if it returns %s',
    error => {
      expect(clientVerdictOf(said(error))).toBe('refused')
    },
  )

  test.each(['invalid_grant', 'bad_verification_code'])('the provider knows our client if it returns %s', error => {
    expect(clientVerdictOf(said(error))).toBe('accepted')
  })

  test.each([said('server_error'), new Error('no answer'), 'text', undefined])(
    'any other response leaves it unknown',
    error => {
      expect(clientVerdictOf(error)).toBe('unknown')
    },
  )
})

describe('response at the redirect URI', () => {
  const server = { issuer: 'https://accounts.example.org' }
  const answer = (query: string) => () =>
    validated(server, { client_id: 'ours' }, new URLSearchParams(query), 'the state')

  test('a response with the sent state is accepted', () => {
    expect(answer('state=the+state&code=c')().get('code')).toBe('c')
  })

  test.each([
    ['access_denied', 'oauth_access_denied'],
    ['user_cancelled_login', 'oauth_access_denied'],
    ['user_cancelled_authorize', 'oauth_access_denied'],
    ['user_denied', 'oauth_access_denied'],
    ['consent_required', 'oauth_access_denied'],
    ['server_error', 'oauth_provider_refused'],
    ['not_access_denied', 'oauth_provider_refused'],
    ['access_denied_for_now', 'oauth_provider_refused'],
    ['user_cancelled_', 'oauth_provider_refused'],
    ['user_cancelled_-', 'oauth_provider_refused'],
  ])('the error %s maps to %s', (error, type) => {
    expect(answer(`state=the+state&error=${error}`)).toThrow(expect.objectContaining({ type, message: error }))
  })

  test.each(['state=another&code=c', 'code=c', 'state=the+state&code=c&iss=https://evil.example'])(
    'a response that does not match the request is rejected: %s',
    query => {
      expect(answer(query)).toThrow(expect.objectContaining({ type: 'oauth_state_mismatch' }))
    },
  )
})

describe('provider rejection', () => {
  const bodyError = (error: string) => said(error).cause as ResponseBodyError

  test.each([
    ['invalid_client', 'invalid_client'],
    ['incorrect_client_credentials', 'invalid_client'],
    ['invalid_grant', 'oauth_provider_refused'],
    ['anything', 'oauth_provider_refused'],
  ])('the error %s becomes %s', (error, type) => {
    expect(() => asRefusal(bodyError(error))).toThrow(expect.objectContaining({ type, message: error }))
  })

  test('other failures are not provider rejections', () => {
    const other = new TypeError('fetch failed')
    expect(() => asRefusal(other)).toThrow(other)
  })

  test('a rejection maps to one error type, and anything else means no response', () => {
    const named = new ProviderError('invalid_client', 'no')
    expect(() => asProviderError(named)).toThrow(named)
    expect(() => asProviderError(new TypeError('fetch failed'))).toThrow(
      expect.objectContaining({ type: 'oauth_provider_unavailable', message: 'fetch failed' }),
    )
  })
})
