import { describe, expect, test } from 'vitest'
import type { Project } from '../../projects/index.ts'
import { type Arrival, arrivalOf, attaching, comingOf } from './arrival.ts'
import type { Profile } from './providers/index.ts'
import { exampleConnection } from './testing/index.ts'

const values = { access_token: 'a', id_token: 'i', refresh_token: 'r', scopes: ['x'], expires_at: '' }
const profile = (email: Profile['email']): Profile => ({
  subject: 's',
  email,
  name: { first: 'Ada', last: 'Lovelace' },
  pictureUrl: 'https://pictures.example.org/ada.png',
  locale: 'en',
})
const arrive = (email: Profile['email'], attach: Arrival['attach'] = null) =>
  arrivalOf({ id: 'google' }, exampleConnection(), { profile: profile(email), values }, attach)

describe('arrival from an OAuth provider', () => {
  test('an arrival combines the profile and the tokens', () => {
    const attach = { userId: 'u', sessionId: 's', mayLink: true }
    expect(arrive({ address: 'Ada@Example.org', class: 'B' }, attach)).toEqual({
      account: { provider: 'google', authority: 'oauth2.googleapis.com', subject: 's' },
      email: { address: 'ada@example.org', class: 'B' },
      isConfirmed: false,
      attach,
      name: { first: 'Ada', last: 'Lovelace' },
      pictureUrl: 'https://pictures.example.org/ada.png',
      locale: 'en',
      values: { ...values, email: 'Ada@Example.org' },
    })
  })

  test.each([
    [null, ''],
    [{ address: 'no address', class: 'A' as const }, 'no address'],
    [{ address: `${'x'.repeat(400)}@example.org`, class: 'A' as const }, 'x'.repeat(320)],
  ])('an arrival without a valid email stores what the provider sent: %j', (email, written) => {
    const arrived = arrive(email)
    expect([arrived.email, arrived.values.email]).toEqual([null, written])
  })
})

test.each([
  ['somebody new', arrive(null), false, { attachTo: null, mayLink: true, emailClass: null, isStrict: false }],
  [
    'with an address, where addresses are proved here too',
    arrive({ address: 'ada@example.org', class: 'C' }),
    true,
    { attachTo: null, mayLink: true, emailClass: 'C', isStrict: true },
  ],
  [
    'to link an account',
    arrive(null, { userId: 'u', sessionId: 's', mayLink: true }),
    false,
    { attachTo: 'u', mayLink: true, emailClass: null, isStrict: false },
  ],
  [
    'to prove who they are alone',
    arrive(null, { userId: 'u', sessionId: 's', mayLink: false }),
    false,
    { attachTo: 'u', mayLink: false, emailClass: null, isStrict: false },
  ],
])('linking rules for %s', (_, arrived, strictLinking, expected) => {
  expect(comingOf({ strictLinking } as Project, arrived)).toEqual({ ...expected, isConfirmed: false })
  expect(comingOf({ strictLinking } as Project, { ...arrived, isConfirmed: true }).isConfirmed).toBe(true)
})

test('a stored link request from an older version may link', () => {
  expect(attaching.parse({ userId: 'u', sessionId: 's' })).toEqual({ userId: 'u', sessionId: 's', mayLink: true })
})
