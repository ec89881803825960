import { expect, test } from 'vitest'
import { type Booked, type BookedRow, bookedOf, dueEntries } from './due-entries.ts'
import type { Standing } from './facts.ts'

const fund = 'bounty:10.1000/x'
const nothing: Booked = { entries: 0, paid: 0, refunded: 0, disputed: 0, fees: new Map() }
const paid: Standing = { paid: { amount: 2_500, currency: 'usd' }, refunded: 0, disputed: 0, fees: new Map() }
const complete: Booked = { ...nothing, entries: 1, paid: 2_500 }
const fees = (amount: number, currency = 'usd') => new Map([[currency, amount]])

test.each<[string, Partial<Standing>, Booked, [string, string, string, number][]]>([
  ['nothing where all is booked', {}, complete, []],
  ['what was paid', {}, nothing, [['payment', 'stripe', fund, 2_500]]],
  ['what was paid beyond that', {}, { ...complete, paid: 2_000 }, [['payment', 'stripe', fund, 500]]],
  ['what was paid less than that', {}, { ...complete, paid: 3_000 }, [['refund', fund, 'stripe', 500]]],
  ['what went back', { refunded: 700 }, complete, [['refund', fund, 'stripe', 700]]],
  ['what went back since', { refunded: 700 }, { ...complete, refunded: 200 }, [['refund', fund, 'stripe', 500]]],
  ['what could not go back', { refunded: 0 }, { ...complete, refunded: 200 }, [['refund-failed', 'stripe', fund, 200]]],
  ['what a bank took', { disputed: 2_500 }, complete, [['dispute', fund, 'stripe', 2_500]]],
  ['what a bank gave again', {}, { ...complete, disputed: 2_500 }, [['dispute-won', 'stripe', fund, 2_500]]],
  ['what Stripe kept', { fees: fees(103) }, complete, [['fee', 'fees', 'stripe', 103]]],
  ['what Stripe kept since', { fees: fees(103) }, { ...complete, fees: fees(100) }, [['fee', 'fees', 'stripe', 3]]],
  [
    'what Stripe gave back',
    { fees: fees(0) },
    { ...complete, fees: fees(103) },
    [['fee-returned', 'stripe', 'fees', 103]],
  ],
  [
    'a fee in another currency',
    { fees: fees(5, 'eur') },
    { ...complete, fees: fees(5) },
    [['fee', 'fees', 'stripe', 5]],
  ],
  [
    'all of it at once',
    { refunded: 700, disputed: 100, fees: fees(103) },
    nothing,
    [
      ['payment', 'stripe', fund, 2_500],
      ['refund', fund, 'stripe', 700],
      ['dispute', fund, 'stripe', 100],
      ['fee', 'fees', 'stripe', 103],
    ],
  ],
])('due entries: %s', (_, standing, booked, entries) => {
  const due = dueEntries({ payment: 'pi_1', fund, at: 9 }, { ...paid, ...standing }, booked)
  expect(due.map(({ kind, moves: [move] }) => [kind, move?.debit, move?.credit, move?.amount])).toEqual(entries)
  expect(due.map(({ id }) => id)).toEqual(due.map((_, index) => `pi_1/${booked.entries + index + 1}`))
  for (const entry of due) expect(entry).toMatchObject({ fund, payment: 'pi_1', at: 9 })
})

test('an entry has the currency of what moved', () => {
  const due = dueEntries({ payment: 'pi_1', fund, at: 9 }, { ...paid, fees: fees(5, 'eur') }, nothing)
  expect(due.flatMap(({ moves }) => moves.map(({ currency }) => currency))).toEqual(['usd', 'eur'])
})

test('booked amounts are read from the payment’s entries by kind and currency', () => {
  const row = (entry: string, kind: BookedRow['kind'], amount: number, currency = 'usd') => ({
    entry,
    kind,
    amount,
    currency,
  })
  const rows = [
    row('pi_1/1', 'payment', 2_500),
    row('pi_1/2', 'refund', 700),
    row('pi_1/3', 'refund-failed', 200),
    row('pi_1/4', 'dispute', 100),
    row('pi_1/5', 'dispute-won', 40),
    row('pi_1/6', 'fee', 103),
    row('pi_1/6', 'fee', 5, 'eur'),
    row('pi_1/7', 'fee-returned', 3),
    row('pi_1/8', 'payout', 9_999, 'jpy'),
    row('pi_1/9', 'fee-returned', 2, 'chf'),
  ]
  expect(bookedOf(rows)).toEqual({
    entries: 9,
    paid: 2_500,
    refunded: 500,
    disputed: 60,
    fees: new Map([
      ['usd', 100],
      ['eur', 5],
      ['chf', -2],
    ]),
  })
  expect(bookedOf([])).toEqual(nothing)
})
