import { expect, test } from 'vitest'
import type { User } from '../../form/index.ts'
import { waysOf } from './ways.ts'

const user = (more: object) =>
  ({
    webauthn_registrations: [],
    password: null,
    emails: [],
    phone_numbers: [],
    totps: [],
    crypto_wallets: [],
    providers: [],
    ...more,
  }) as unknown as User

const email = (text: string, verified = true) => ({ email_id: text, email: text, verified })
const kinds = (more: object, missing: 'recent' | 'second' = 'recent') =>
  waysOf(user(more), missing).map(({ kind }) => kind)

test('whoever has much is offered the quickest first; what is not proved proves nothing', () => {
  expect(
    kinds({
      webauthn_registrations: [{}],
      password: {},
      emails: [email('a@example.org'), email('b@example.org', false)],
      phone_numbers: [{ phone_number: '+41446681800', verified: true }],
      totps: [{ verified: true }],
    }),
  ).toEqual(['passkey', 'password', 'email', 'sms', 'app'])
  expect(kinds({ password: {}, emails: [email('a@example.org', false)] })).toEqual(['password'])
  expect(kinds({ emails: [email('a@example.org', false)], totps: [{ verified: false }] })).toEqual([])
})

test('whoever came by nothing but a wallet or an account elsewhere proves by that, where the page offers it', () => {
  const only = user({ crypto_wallets: [{}], providers: [{ provider_type: 'GitHub' }] })
  expect(waysOf(only, 'recent', ['google', 'github'])).toEqual([
    { kind: 'wallet' },
    { kind: 'provider', provider: 'github' },
  ])
  expect(waysOf(only, 'recent')).toEqual([{ kind: 'wallet' }])
})

test('a second proof is the app, a recovery code or a passkey', () => {
  const more = {
    webauthn_registrations: [{}],
    password: {},
    emails: [email('a@example.org')],
    totps: [{ verified: true }],
  }
  expect(kinds(more, 'second')).toEqual(['app', 'recovery', 'passkey'])
})
