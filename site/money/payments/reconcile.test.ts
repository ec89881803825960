import { describeStore } from '@corroborate/server-kit/testing'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { bookEntry, type EntryKind, type LedgerTables } from '../ledger/store.ts'
import { reconcile } from './reconcile.ts'

const fund = 'bounty:10.1000/x'
const charge = (fee: number, currency = 'usd') => ({
  balance_transaction: { id: 'txn_1', fee, currency, amount: 2_500 },
})
const intent = {
  id: 'pi_1',
  status: 'succeeded',
  amount_received: 2_500,
  currency: 'usd',
  metadata: { contribution: 'gift-1' },
  latest_charge: charge(103),
}
const transfer = { id: 'tr_1', amount: 6_000, amount_reversed: 0, currency: 'usd', metadata: { payout: 'payout-1' } }
type Lists = { paymentIntents?: object[]; refunds?: object[]; disputes?: object[]; transfers?: object[] }
type Row = [entry: string, kind: EntryKind, amount: number, currency?: string]

const listing = ({ paymentIntents = [], refunds = [], disputes = [], transfers = [] }: Lists): Stripe => {
  const list = (all: object[]) => ({
    list: async function* () {
      yield* all
    },
  })
  // Stripe returns only the charge's ID unless it is expanded.
  const named = (all: object[]) => all.map(each => ({ ...each, latest_charge: 'ch_1' }))
  const isExpanded = (expand: readonly string[] = []) => expand.includes('data.latest_charge.balance_transaction')
  return {
    paymentIntents: {
      list: async function* ({ expand }: { expand?: readonly string[] }) {
        yield* isExpanded(expand) ? paymentIntents : named(paymentIntents)
      },
    },
    refunds: list(refunds),
    disputes: list(disputes),
    transfers: list(transfers),
  } as never
}

const booked: Row[] = [
  ['pi_1/1', 'payment', 2_500],
  ['pi_1/2', 'fee', 103],
]
const refund = { id: 're_1', payment_intent: 'pi_1', status: 'succeeded', amount: 700 }
const dispute = {
  id: 'dp_1',
  payment_intent: 'pi_1',
  amount: 2_500,
  balance_transactions: [{ id: 'txn_2', amount: -2_500, fee: 1_500, currency: 'usd' }],
}
const sent: Row = ['payout/tr_1', 'payout', 6_000]

describeStore<LedgerTables>('between Stripe’s lists and the books', siteMigrations, open => {
  test.each<[string, Lists, Row[], string[]]>([
    ['nothing, where both are empty', {}, [], []],
    ['nothing, where they agree', { paymentIntents: [intent] }, booked, []],
    [
      'nothing that is not ours',
      {
        paymentIntents: [
          { ...intent, metadata: {} },
          { ...intent, metadata: undefined },
        ],
        transfers: [{ ...transfer, metadata: {} }],
      },
      [],
      [],
    ],
    [
      'a payment that is in the books is ours',
      { paymentIntents: [{ ...intent, metadata: {}, amount_received: 2_600 }] },
      booked,
      ['pi_1 paid: Stripe says 26.00 USD, the books 25.00 USD'],
    ],
    [
      'a payment that is not booked',
      { paymentIntents: [intent] },
      [],
      ['pi_1 paid: Stripe says 25.00 USD, the books 0.00 USD', 'pi_1 fees: Stripe says 1.03 USD, the books 0.00 USD'],
    ],
    [
      'a payment that Stripe does not list',
      {},
      booked,
      ['pi_1 paid: Stripe says 0.00 USD, the books 25.00 USD', 'pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD'],
    ],
    [
      'a payment that did not succeed',
      { paymentIntents: [{ ...intent, status: 'processing', latest_charge: null }] },
      booked,
      ['pi_1 paid: Stripe says 0.00 USD, the books 25.00 USD', 'pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD'],
    ],
    [
      'a fee of which only the name is told',
      { paymentIntents: [{ ...intent, latest_charge: 'ch_1' }] },
      booked,
      ['pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD'],
    ],
    [
      'a fee that is not told',
      { paymentIntents: [{ ...intent, latest_charge: { balance_transaction: null } }] },
      booked,
      ['pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD'],
    ],
    [
      'a fee whose move is only named',
      { paymentIntents: [{ ...intent, latest_charge: { balance_transaction: 'txn_1' } }] },
      booked,
      ['pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD'],
    ],
    [
      'a fee in another currency',
      { paymentIntents: [{ ...intent, latest_charge: charge(103, 'eur') }] },
      booked,
      ['pi_1 fees: Stripe says 1.03 EUR, the books 0.00 EUR', 'pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD'],
    ],
    [
      'a refund that is not booked',
      { paymentIntents: [intent], refunds: [refund] },
      booked,
      ['pi_1 refunded: Stripe says 7.00 USD, the books 0.00 USD'],
    ],
    [
      'a refund that Stripe does not list',
      { paymentIntents: [intent] },
      [...booked, ['pi_1/3', 'refund', 700]],
      ['pi_1 refunded: Stripe says 0.00 USD, the books 7.00 USD'],
    ],
    [
      'nothing of refunds of others',
      {
        paymentIntents: [intent],
        refunds: [
          { ...refund, payment_intent: 'pi_9' },
          { ...refund, payment_intent: null },
        ],
      },
      booked,
      [],
    ],
    [
      'a dispute that is not booked',
      { paymentIntents: [intent], disputes: [dispute] },
      booked,
      [
        'pi_1 disputed: Stripe says 25.00 USD, the books 0.00 USD',
        'pi_1 fees: Stripe says 16.03 USD, the books 1.03 USD',
      ],
    ],
    [
      'a payment in another currency',
      { paymentIntents: [{ ...intent, currency: 'jpy', latest_charge: charge(103) }] },
      booked,
      ['pi_1 currency: Stripe says JPY, the books USD'],
    ],
    [
      'a payment in euro that is not booked',
      { paymentIntents: [{ ...intent, currency: 'eur', latest_charge: null }] },
      [],
      ['pi_1 paid: Stripe says 25.00 EUR, the books 0.00 EUR'],
    ],
    [
      'a payment in euro that Stripe does not list',
      {},
      [
        ['pi_1/1', 'refund', 100, 'chf'],
        ['pi_1/2', 'refund-failed', 100, 'chf'],
        ['pi_1/3', 'payment', 2_500, 'eur'],
      ],
      ['pi_1 paid: Stripe says 0.00 EUR, the books 25.00 EUR'],
    ],
    ['a fee alone', {}, [['pi_1/1', 'fee', 103]], ['pi_1 fees: Stripe says 0.00 USD, the books 1.03 USD']],
    [
      'nothing of a payment whose fee is in another currency',
      { paymentIntents: [{ ...intent, latest_charge: charge(103, 'eur') }] },
      [
        ['pi_1/1', 'fee', 103, 'eur'],
        ['pi_1/2', 'payment', 2_500],
      ],
      [],
    ],
    [
      'a transfer in euro that is not booked',
      {
        transfers: [
          { ...transfer, currency: 'eur' },
          { ...transfer, metadata: undefined, id: 'tr_9' },
        ],
      },
      [],
      ['tr_1 sent to a reporter: Stripe says 60.00 EUR, the books 0.00 EUR'],
    ],
    [
      'a transfer in euro that Stripe does not list',
      {},
      [['payout/tr_1', 'payout', 6_000, 'eur']],
      ['tr_1 sent to a reporter: Stripe says 0.00 EUR, the books 60.00 EUR'],
    ],
    ['nothing of a transfer that is booked', { transfers: [transfer] }, [sent], []],
    [
      'a transfer that is not booked',
      { transfers: [transfer] },
      [],
      ['tr_1 sent to a reporter: Stripe says 60.00 USD, the books 0.00 USD'],
    ],
    [
      'a transfer that Stripe does not list',
      {},
      [sent],
      ['tr_1 sent to a reporter: Stripe says 0.00 USD, the books 60.00 USD'],
    ],
    [
      'a transfer that is booked is ours',
      { transfers: [{ ...transfer, metadata: {}, amount: 5_000 }] },
      [sent],
      ['tr_1 sent to a reporter: Stripe says 50.00 USD, the books 60.00 USD'],
    ],
    [
      'what came back and is not booked',
      { transfers: [{ ...transfer, amount_reversed: 2_000 }] },
      [sent],
      ['tr_1 came back from a reporter: Stripe says 20.00 USD, the books 0.00 USD'],
    ],
    [
      'nothing of what came back in two parts',
      { transfers: [{ ...transfer, amount_reversed: 3_000 }] },
      [sent, ['payout/tr_1/back/2000', 'payout-failed', 2_000], ['payout/tr_1/back/3000', 'payout-failed', 1_000]],
      [],
    ],
    [
      'what came back only in the books',
      { transfers: [{ ...transfer, amount_reversed: null }] },
      [sent, ['payout/tr_1/back/2000', 'payout-failed', 2_000]],
      ['tr_1 came back from a reporter: Stripe says 0.00 USD, the books 20.00 USD'],
    ],
    ['nothing of what was paid by hand', {}, [['payout/payout-1/by-hand/1', 'payout', 6_000]], []],
    [
      'several, in the order of their ids',
      {
        paymentIntents: [
          { ...intent, id: 'pi_2', latest_charge: null },
          { ...intent, id: 'pi_0', latest_charge: null },
        ],
        transfers: [
          { ...transfer, id: 'tr_2' },
          { ...transfer, id: 'tr_1' },
        ],
      },
      [],
      ['pi_0', 'pi_2']
        .map(id => `${id} paid: Stripe says 25.00 USD, the books 0.00 USD`)
        .concat(['tr_1', 'tr_2'].map(id => `${id} sent to a reporter: Stripe says 60.00 USD, the books 0.00 USD`)),
    ],
  ])('reconciliation: %s', async (_, lists, rows, differences) => {
    const db = await open()
    for (const [id, kind, amount, currency = 'usd'] of rows) {
      const payment = id.startsWith('pi_') ? (id.split('/')[0] ?? null) : null
      const moves = [{ debit: 'stripe', credit: fund, amount, currency }] as const
      await db.transaction().execute(tx => bookEntry(tx, { id, kind, fund, payment, at: 1, moves }, 1))
    }
    const found = await reconcile(db, listing(lists))
    expect(found.map(({ payment, sentence }) => `${payment} ${sentence}`)).toEqual(differences)
  })
})
