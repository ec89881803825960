import type { User } from '@corroborate/wire/types'
import { expect, test } from 'vitest'
import { passkeyRemoval } from './factor.ts'

const withKeys = (...ids: string[]) =>
  ({ webauthn_registrations: ids.map(id => ({ webauthn_registration_id: id })) }) as User

test('removing one passkey keeps the user’s others', () => {
  expect(passkeyRemoval.without(withKeys('a', 'b', 'c'), 'b')).toEqual(withKeys('a', 'c'))
  expect(passkeyRemoval.without(withKeys('a'), 'a')).toEqual(withKeys())
})
