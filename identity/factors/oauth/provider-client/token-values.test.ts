import { describe, expect, test } from 'vitest'
import { renewedValues, scopesGranted, valuesOf } from './exchange-code.ts'

const now = Date.UTC(2026, 0, 1)
const old = { access_token: 'a', id_token: 'i', refresh_token: 'r', scopes: ['email'], expires_at: '' }

describe('granted scopes', () => {
  test.each([
    ['openid email', ['openid', 'email']],
    ['openid,email', ['openid', 'email']],
    [' openid,  email ', ['openid', 'email']],
  ])('granted scopes are those the provider lists: %j', (scope, granted) => {
    expect(scopesGranted(scope, ['profile'])).toEqual(granted)
  })

  test.each([undefined, ''])('granted scopes default to the requested ones if the provider lists none: %j', scope => {
    expect(scopesGranted(scope, ['profile'])).toEqual(['profile'])
  })
})

describe('token response values', () => {
  test('the access token’s expiry is computed', () => {
    const answer = { access_token: 'a', token_type: 'bearer', expires_in: 60 } as const
    expect(valuesOf(answer, ['email'], now)).toEqual({
      access_token: 'a',
      id_token: '',
      refresh_token: '',
      scopes: ['email'],
      expires_at: '2026-01-01T00:01:00.000Z',
    })
  })

  test('the expiry is empty if the provider gives none', () => {
    expect(valuesOf({ access_token: 'a', token_type: 'bearer' }, [], now).expires_at).toBe('')
  })
})

describe('token refresh', () => {
  test('values in the refresh response replace the old ones', () => {
    const renewed = { ...old, access_token: 'b', refresh_token: 's', id_token: 'j' }
    expect(renewedValues(old, renewed)).toEqual(renewed)
  })

  test('a refresh token and id_token missing from the response are kept', () => {
    const renewed = { ...old, access_token: 'b', refresh_token: '', id_token: '' }
    expect(renewedValues(old, renewed)).toEqual({ ...old, access_token: 'b' })
  })
})
