import { ResponseBodyError } from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { ProviderError } from './provider-error.ts'
import { clientVerdictOf } from './refusals.ts'

/** A provider's error, as an exchange of a code throws it. */
const said = (error: string): ProviderError => {
  const response = Response.json({ error }, { status: 400 })
  const cause = new ResponseBodyError('refused', { cause: { error }, response })
  return new ProviderError('oauth_provider_refused', error, cause)
}

describe('a code that nobody has tells whether a provider knows our client', () => {
  test.each(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'])(
    'which it does not when it says %s',
    error => {
      expect(clientVerdictOf(said(error))).toBe('refused')
    },
  )

  test.each(['invalid_grant', 'bad_verification_code'])('which it does when it says %s', error => {
    expect(clientVerdictOf(said(error))).toBe('accepted')
  })

  test.each([said('server_error'), new Error('no answer'), 'text', undefined])(
    'which stays unknown when it says neither',
    error => {
      expect(clientVerdictOf(error)).toBe('unknown')
    },
  )
})
