import { secret } from '@corroborate/server-kit/settings'
import { describe, expect, test } from 'vitest'
import { isSignedByTwilio, twilioSignature } from './twilio-reports.ts'

/** Twilio's own example: https://www.twilio.com/docs/usage/security. */
const token = secret('12345')
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const form = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675310',
  Digits: '1234',
  From: '+14158675310',
  To: '+18005551212',
}
const signature = 'GvWf1cFY/Q7PnoempGyD5oXAezc='

describe('Twilio signature', () => {
  test('the signature matches the example in Twilio’s documentation', () => {
    expect(twilioSignature(token, url, form)).toBe(signature)
    expect(isSignedByTwilio(token, signature, url, form)).toBe(true)
  })

  test('the signature does not depend on field order', () => {
    expect(twilioSignature(token, url, Object.fromEntries(Object.entries(form).toReversed()))).toBe(signature)
  })

  test('the signature sorts values without duplicates, and field names case-sensitively', () => {
    expect(twilioSignature(token, url, { b: ['2', '1', '2'], B: '3' })).toBe(twilioSignature(token, `${url}B3b1b2`, {}))
  })

  test.each([
    ['another token', secret('12346'), signature, url, form],
    ['another address', token, signature, 'https://mycompany.com/myapp.php?foo=1&bar=3', form],
    ['another host', token, signature, 'https://evil.example/myapp.php?foo=1&bar=2', form],
    ['http', token, signature, 'http://mycompany.com/myapp.php?foo=1&bar=2', form],
    ['another field', token, signature, url, { ...form, Digits: '1235' }],
    ['a field more', token, signature, url, { ...form, More: '1' }],
    ['a field less', token, signature, url, { CallSid: form.CallSid }],
    ['a signature cut off', token, signature.slice(0, -1), url, form],
    ['an empty one', token, '', url, form],
    ['none', token, undefined, url, form],
  ] as const)('a signature is rejected with %s', (_, authToken, given, at, fields) => {
    expect(isSignedByTwilio(authToken, given, at, fields)).toBe(false)
  })

  test('a signature is valid with or without the port in the URL', () => {
    const made = (at: string) => twilioSignature(token, at, form)
    expect(isSignedByTwilio(token, made('https://a.example:443/x?y=1'), 'https://a.example/x?y=1', form)).toBe(true)
    expect(isSignedByTwilio(token, made('https://a.example/x'), 'https://a.example:8443/x', form)).toBe(true)
    expect(isSignedByTwilio(token, made('https://a.example:8443/x'), 'https://a.example:8443/x', form)).toBe(true)
    expect(isSignedByTwilio(token, made('https://a.example:8444/x'), 'https://a.example:8443/x', form)).toBe(false)
  })
})
