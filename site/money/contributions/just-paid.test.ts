import { expect, test } from 'vitest'
import { justPaid } from './FundNumber.tsx'
import type { SessionDetails } from './model.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })
const details = (more: Partial<SessionDetails>): SessionDetails => ({
  status: 'success',
  amount: 25,
  currency: 'usd',
  doi: '10.1000/x',
  total: [usd(4_000)],
  ...more,
})

test.each([
  ['a payment that is in the number', {}, usd(2_500)],
  ['all that there is', { total: [usd(2_500)] }, usd(2_500)],
  [
    'of a zero-decimal currency',
    { amount: 500, currency: 'jpy', total: [{ amount: 500, currency: 'jpy' }] },
    { amount: 500, currency: 'jpy' },
  ],
  [
    'of a three-decimal currency',
    { amount: 12.34, currency: 'kwd', total: [usd(1), { amount: 12_340, currency: 'kwd' }] },
    { amount: 12_340, currency: 'kwd' },
  ],
  ['a payment for another paper', { doi: '10.1000/y' }, null],
  ['one for the pool', { doi: null }, null],
  ['one that waits', { status: 'processing', total: null }, null],
  ['one that waits, though a total is told', { status: 'processing' }, null],
  ['one of which no total is told', { total: null }, null],
  ['one that was awarded since', { total: [] }, null],
  ['one of which a part was', { total: [usd(1_000)] }, null],
  ['one of another currency than what is left', { total: [{ amount: 4_000, currency: 'eur' }] }, null],
] as const)('payment shown after checkout: %s', (_, more, paid) => {
  expect(justPaid(details(more as Partial<SessionDetails>), '10.1000/x')?.paid ?? null).toEqual(paid)
})

test('no payment is shown where none was made', () => {
  expect(justPaid(null, '10.1000/x')).toBeNull()
})
