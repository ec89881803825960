import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { User } from '@corroborate/wire/types'
import { expect, test } from 'vitest'
import type { Core } from '../../sdk/core/create-core.ts'
import { passwordFactor } from './factor.ts'

test('a password with any address, verified or not, is a sign-in method', () => {
  const isWayIn = (password: object | null, emails: object[]) =>
    passwordFactor.isWayIn({ password, emails } as unknown as User)
  expect(isWayIn({}, [{ verified: false }])).toBe(true)
  expect(isWayIn({}, [])).toBe(false)
  expect(isWayIn(null, [{ verified: true }])).toBe(false)
})

test('startup fails if the breached password file is missing', () => {
  const breachedPasswords = { file: '/nowhere/hashes.txt', rangeUrl: null }
  expect(() => passwordFactor.open({ settings: { breachedPasswords } } as unknown as Core)).toThrow(OperatorError)
})
