import { expect, test } from 'vitest'
import { chooseMessage, type Purpose } from './hold-recipient.ts'

const purposes: readonly Purpose[] = ['login_or_create', 'primary', 'secondary']
const chosen = (hasAccount: boolean, isTaken: boolean) =>
  purposes.map(purpose => chooseMessage(purpose, { hasAccount, isTaken }))

test('an existing account is sent the link or code by every endpoint', () => {
  expect(chosen(true, false)).toEqual(['secret', 'secret', 'secret'])
})

test('send/primary emails an address without an account that it has none', () => {
  expect(chosen(false, false)).toEqual(['secret', 'no-account', 'secret'])
})

test.each([true, false])('another account’s address is sent no link or code (hasAccount: %s)', hasAccount => {
  expect(chosen(hasAccount, true)).toEqual(['address-taken', 'address-taken', 'address-taken'])
})
