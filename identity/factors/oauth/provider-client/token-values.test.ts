import { describe, expect, test } from 'vitest'
import { renewedValues, scopesGranted, valuesOf } from './token-values.ts'

const now = Date.UTC(2026, 0, 1)
const old = { access_token: 'a', id_token: 'i', refresh_token: 'r', scopes: ['email'], expires_at: '' }

describe('the scopes that were granted', () => {
  test.each([
    ['openid email', ['openid', 'email']],
    ['openid,email', ['openid', 'email']],
    [' openid,  email ', ['openid', 'email']],
  ])('are those that the provider names: %j', (scope, granted) => {
    expect(scopesGranted(scope, ['profile'])).toEqual(granted)
  })

  test.each([undefined, ''])('are all that were asked for when it names none: %j', scope => {
    expect(scopesGranted(scope, ['profile'])).toEqual(['profile'])
  })
})

describe('the values of a token answer', () => {
  test('say when the access token ends', () => {
    const answer = { access_token: 'a', token_type: 'bearer', expires_in: 60 } as const
    expect(valuesOf(answer, ['email'], now)).toEqual({
      access_token: 'a',
      id_token: '',
      refresh_token: '',
      scopes: ['email'],
      expires_at: '2026-01-01T00:01:00.000Z',
    })
  })

  test('leave the end empty where the provider does not say it', () => {
    expect(valuesOf({ access_token: 'a', token_type: 'bearer' }, [], now).expires_at).toBe('')
  })
})

describe('after a refresh', () => {
  test('what the provider sent is new', () => {
    const renewed = { ...old, access_token: 'b', refresh_token: 's', id_token: 'j' }
    expect(renewedValues(old, renewed)).toEqual(renewed)
  })

  test('a refresh token and an id_token that it did not send stay as they were', () => {
    const renewed = { ...old, access_token: 'b', refresh_token: '', id_token: '' }
    expect(renewedValues(old, renewed)).toEqual({ ...old, access_token: 'b' })
  })
})
