import type { User } from '@corroborate/wire/types'
import { expect, test } from 'vitest'
import { accountName } from './create-users.ts'

const email = (address: string, verified: boolean) => ({ email_id: address, email: address, verified })
const phone = (number: string, verified: boolean) => ({ phone_id: number, phone_number: number, verified })
const wallet = { crypto_wallet_id: 'w', crypto_wallet_address: '0xabc', crypto_wallet_type: 'ethereum', verified: true }

const user = (given: Partial<User>): User =>
  ({ user_id: 'user-1', emails: [], phone_numbers: [], crypto_wallets: [], ...given }) as unknown as User

test.each([
  [
    'a proved address before all else',
    {
      emails: [email('typed@example.org', false), email('ada@example.org', true)],
      phone_numbers: [phone('+41446681800', true)],
      crypto_wallets: [wallet],
    },
    'ada@example.org',
  ],
  [
    'then a proved number',
    {
      emails: [email('typed@example.org', false)],
      phone_numbers: [phone('+41446681801', false), phone('+41446681800', true)],
      crypto_wallets: [wallet],
    },
    '+41446681800',
  ],
  [
    'then a wallet',
    {
      emails: [email('typed@example.org', false)],
      phone_numbers: [phone('+41446681801', false)],
      crypto_wallets: [wallet],
    },
    '0xabc',
  ],
  ['then an address that was only typed', { emails: [email('typed@example.org', false)] }, 'typed@example.org'],
  ['and the id of who has none of these', {}, 'user-1'],
] as const)('the authenticator app shows %s', (_, given, name) => {
  expect(accountName(user(given as never))).toBe(name)
})
