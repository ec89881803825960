import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { readFees } from './feature.ts'

/** A Stripe that answers for a payment with this. */
const answering = (answer: () => object): Stripe =>
  ({ paymentIntents: { retrieve: async () => answer() } }) as never as Stripe
const move = { id: 'txn_1', fee: 103, currency: 'usd' }
const away = (statusCode: number) => Object.assign(new Error('No.'), { statusCode })

test.each<[string, object | null, object]>([
  ['what it kept of the charge', { balance_transaction: move }, { txn_1: { amount: 103, currency: 'usd' } }],
  ['nothing where it kept nothing', { balance_transaction: { ...move, fee: 0 } }, {}],
  ['nothing while it does not say', { balance_transaction: null }, {}],
  ['nothing of a move that is only named', { balance_transaction: 'txn_1' }, {}],
  ['nothing before there is a charge', null, {}],
])('Stripe’s fees are %s', async (_, latest_charge, fees) =>
  expect(
    await readFees(
      answering(() => ({ latest_charge })),
      'pi_1',
    ),
  ).toEqual(fees),
)

test('a charge given only by id has no fees yet', async () =>
  expect(
    await readFees(
      answering(() => ({ latest_charge: 'ch_1' })),
      'pi_1',
    ),
  ).toEqual({}))

test('a payment unknown to Stripe has no fees', async () =>
  expect(
    await readFees(
      answering(() => {
        throw away(404)
      }),
      'pi_1',
    ),
  ).toEqual({}))

test.each([away(500), new Error('away'), null, 'away'])(
  'the fees job is retried when Stripe does not respond: %s',
  async error => {
    const asked = readFees(
      answering(() => {
        throw error
      }),
      'pi_1',
    )
    await expect(asked).rejects.toBe(error)
  },
)

test('a session without a payment sends no request', async () => {
  const nobody = answering(() => {
    throw new Error('asked')
  })
  expect(await readFees(nobody, 'cs_1')).toEqual({})
})
