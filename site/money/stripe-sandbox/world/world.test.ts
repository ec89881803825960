import { describe, expect, test } from 'vitest'
import type { StripeObject } from '../store.ts'
import { feeOf, readItem } from './checkout.ts'
import { requireTransferable, reversedAmount } from './transfers.ts'
import { refundedAmount } from './world.ts'

const price = (unit_amount: unknown, currency: unknown = 'usd') => ({
  line_items: { 0: { price_data: { unit_amount, currency, product_data: { name: 'The pool' } } } },
})
const object = (fields: object): StripeObject => ({ id: 'x', object: 'x', created: 1, ...fields })

describe('checkout session', () => {
  test('a checkout session uses its first line item', () => {
    expect(readItem(price('2500'))).toEqual({ amount: 2_500, currency: 'usd', product: 'The pool' })
  })

  test.each([
    ['no line item', {}],
    ['no amount', price(undefined)],
    ['an amount of nothing', price(0)],
    ['half a cent', price(0.5)],
    ['a currency that is none', price(100, 'dollars')],
  ])('a checkout session is rejected with %s', (_, params) => {
    expect(() => readItem(params)).toThrow()
  })

  test('a checkout session costs 2.9 % of its amount plus 30 cents', () => {
    expect([100, 1_000, 2_500].map(feeOf)).toEqual([33, 59, 103])
  })
})

describe('refund', () => {
  const charge = object({ amount: 1_000, amount_refunded: 400 })

  test('a refund returns the remainder or the requested amount', () => {
    expect(refundedAmount(charge, undefined)).toBe(600)
    expect(refundedAmount(charge, '250')).toBe(250)
  })

  test.each([601, 0, -1, 0.5, 'all'])('a refund is rejected for %s of 600', asked => {
    expect(() => refundedAmount(charge, asked)).toThrow('greater than what is left')
  })

  test('a refund is rejected for an old charge', () => {
    expect(() => refundedAmount({ ...charge, unrefundable: true }, undefined)).toThrow('too old')
  })
})

describe('transfer', () => {
  const account = object({ object: 'account', capabilities: { transfers: 'active' } })

  test('a transfer goes to a payable account, up to the balance', () => {
    expect(() => requireTransferable(100, account, 100)).not.toThrow()
    expect(() => requireTransferable(101, account, 100)).toThrow('insufficient available funds')
    expect(() => requireTransferable(0, account, 100)).toThrow('Invalid integer')
    const unfinished = { ...account, capabilities: { transfers: 'inactive' } }
    expect(() => requireTransferable(100, unfinished, 100)).toThrow('capabilities')
  })

  test('a transfer is reversed in whole or in parts, never twice', () => {
    const transfer = object({ amount: 1_000, amount_reversed: 0 })
    expect(reversedAmount(transfer, undefined)).toBe(1_000)
    expect(reversedAmount({ ...transfer, amount_reversed: 700 }, '300')).toBe(300)
    expect(() => reversedAmount({ ...transfer, amount_reversed: 1_000 }, undefined)).toThrow(
      'greater than what is left',
    )
  })
})
