import { expect, test } from 'vitest'
import { en } from './en.ts'
import { sentenceForAutofill, sentenceForSignIn } from './sentence-for.ts'

const refused = (error_type: string) => Object.assign(new Error('refused'), { error_type })
const unasked = [
  new DOMException('Not here.', 'NotAllowedError'),
  new Error('Nothing was chosen.'),
  new TypeError('offline'),
  refused('too_many_requests'),
  null,
]

test.each(unasked)('a failure before a passkey was chosen in a field shows no error: %s', error => {
  expect(sentenceForAutofill(error, en)).toBeUndefined()
  // After a click it is.
  expect(sentenceForSignIn(error, en)).toBe(en.unknownError)
})

test.each([
  { type: 'webauthn_registration_not_found', sentence: en.notFound },
  { type: 'unable_to_auth_webauthn_registration', sentence: en.unknownError },
])('a rejected passkey shows its error: $type', ({ type, sentence }) => {
  expect(sentenceForAutofill(refused(type), en)).toBe(sentence)
  expect(sentenceForSignIn(refused(type), en)).toBe(sentence)
})
