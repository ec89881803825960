import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { User } from '@corroborate/wire/types'
import { expect, test } from 'vitest'
import type { Core } from '../../sdk/core/index.ts'
import { passwordFactor } from './factor.ts'

test('a password is a way in with an address, proved or not: whoever has forgotten it is sent a mail', () => {
  const isWayIn = (password: object | null, emails: object[]) =>
    passwordFactor.isWayIn({ password, emails } as unknown as User)
  expect(isWayIn({}, [{ verified: false }])).toBe(true)
  expect(isWayIn({}, [])).toBe(false)
  expect(isWayIn(null, [{ verified: true }])).toBe(false)
})

test('a file of breached passwords that is not there stops the start', () => {
  const breachedPasswords = { file: '/nowhere/hashes.txt', rangeUrl: null }
  expect(() => passwordFactor.open({ settings: { breachedPasswords } } as unknown as Core)).toThrow(OperatorError)
})
