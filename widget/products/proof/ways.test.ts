import { expect, test } from 'vitest'
import type { User } from '../../form/index.ts'
import { beginsBy, waysOf } from './ways.ts'

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

test('several methods are ordered quickest first, and unverified ones omitted', () => {
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

test('users with only a wallet or provider account re-authenticate with it, where offered', () => {
  const only = user({ crypto_wallets: [{}], providers: [{ provider_type: 'GitHub' }] })
  expect(waysOf(only, 'recent', ['google', 'github'])).toEqual([
    { kind: 'wallet' },
    { kind: 'provider', provider: 'github' },
  ])
  expect(waysOf(only, 'recent')).toEqual([{ kind: 'wallet' }])
})

test('a second factor is the app, a recovery code or a passkey', () => {
  const more = {
    webauthn_registrations: [{}],
    password: {},
    emails: [email('a@example.org')],
    totps: [{ verified: true }],
  }
  expect(kinds(more, 'second')).toEqual(['app', 'recovery', 'passkey'])
})

test('a typed method or the only one starts at once, and others wait for a click', () => {
  const passkey = { kind: 'passkey' } as const
  const password = { kind: 'password', email: 'a@example.org' } as const
  const mail = { kind: 'email', destination: 'a@example.org' } as const
  expect(beginsBy([password, mail])).toBe(password)
  expect(beginsBy([{ kind: 'app' }, { kind: 'recovery' }, passkey])).toEqual({ kind: 'app' })
  expect(beginsBy([mail])).toBe(mail)
  expect(beginsBy([passkey])).toBe(passkey)
  expect(beginsBy([passkey, password])).toBeNull()
  expect(beginsBy([mail, { kind: 'wallet' }])).toBeNull()
  expect(beginsBy([])).toBeNull()
})
