import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import { plainAmount } from '../../kit/amounts/format.ts'
import type { LedgerTables } from '../ledger/store.ts'
import { type Booked, type BookedRow, bookedOf } from './due-entries.ts'
import {
  factsOfDispute,
  factsOfRefund,
  feesOfCharge,
  mergeFacts,
  noFacts,
  type PaymentFacts,
  type Standing,
  standingOf,
  type ToldFacts,
} from './facts.ts'

/** A difference between Stripe's list and the ledger, with a message; `payment` is the Stripe ID of a payment or transfer. */
export type Difference = { payment: string; sentence: string }

/** Returns a message if Stripe's and the ledger's amounts differ, in minor units of one currency; none if they match. */
const compared = (what: string, theirs: number, ours: number, currency: string): string[] => {
  if (theirs === ours) return []
  const text = (amount: number) => `${plainAmount({ amount, currency })} ${currency.toUpperCase()}`
  return [`${what}: Stripe says ${text(theirs)}, the books ${text(ours)}`]
}

type Sums = { currency: string; sent: number; back: number }

/** Returns every difference between the transfers to reporters in Stripe's list and in the ledger. */
const reconcileTransfers = async (db: Kysely<LedgerTables>, api: Stripe): Promise<Difference[]> => {
  const rows = await db
    .selectFrom('ledger')
    .select(['entry', 'kind', 'amount', 'currency'])
    .where('kind', 'in', ['payout', 'payout-failed'])
    .where('entry', 'like', 'payout/tr%')
    .execute()
  const ours = new Map<string, Sums>()
  for (const { entry, kind, amount, currency } of rows) {
    const transfer = entry.split('/')[1] ?? ''
    const sums = ours.get(transfer) ?? { currency, sent: 0, back: 0 }
    if (kind === 'payout') sums.sent += amount
    else sums.back += amount
    ours.set(transfer, sums)
  }
  const theirs = new Map<string, Sums>()
  for await (const { id, amount, amount_reversed: back, currency, metadata } of api.transfers.list({ limit: 100 }))
    if (metadata?.payout !== undefined || ours.has(id)) theirs.set(id, { currency, sent: amount, back: back ?? 0 })
  return [...new Set([...theirs.keys(), ...ours.keys()])].toSorted().flatMap(payment => {
    const [stripe, books] = [theirs.get(payment), ours.get(payment)]
    const currency = stripe?.currency ?? books?.currency ?? 'usd'
    return [
      ...compared('sent to a reporter', stripe?.sent ?? 0, books?.sent ?? 0, currency),
      ...compared('came back from a reporter', stripe?.back ?? 0, books?.back ?? 0, currency),
    ].map(sentence => ({ payment, sentence }))
  })
}

/** Returns every difference between Stripe's list of our payments and the ledger; empty if they match. */
export const reconcile = async (db: Kysely<LedgerTables>, api: Stripe): Promise<Difference[]> => {
  const rows = await db
    .selectFrom('ledger')
    .select(['payment', 'entry', 'kind', 'amount', 'currency'])
    .where('payment', 'is not', null)
    .orderBy('entry')
    .execute()
  const books = Map.groupBy(rows, ({ payment }) => payment ?? '')
  const theirs = await readStripe(api, new Set(books.keys()))
  const payments = [...new Set([...theirs.keys(), ...books.keys()])].toSorted().flatMap(payment => {
    const standing = standingOf(theirs.get(payment) ?? noFacts)
    return differencesOf(standing, books.get(payment) ?? []).map(sentence => ({ payment, sentence }))
  })
  return [...payments, ...(await reconcileTransfers(db, api))]
}

/** Returns Stripe's facts of our payments: those made for a contribution, or already in the ledger. */
const readStripe = async (api: Stripe, known: ReadonlySet<string>): Promise<Map<string, PaymentFacts>> => {
  const all = new Map<string, PaymentFacts>()
  const expand = ['data.latest_charge.balance_transaction']
  for await (const intent of api.paymentIntents.list({ limit: 100, expand })) {
    if (intent.metadata?.contribution === undefined && !known.has(intent.id)) continue
    all.set(intent.id, factsOfIntent(intent))
  }
  const add = (told: ToldFacts | null) => {
    if (told === null) return
    const before = all.get(told.payment)
    if (before !== undefined) all.set(told.payment, mergeFacts(before, told.facts))
  }
  for await (const refund of api.refunds.list({ limit: 100 })) add(factsOfRefund(refund))
  for await (const dispute of api.disputes.list({ limit: 100 })) add(factsOfDispute(dispute))
  return all
}

const factsOfIntent = (intent: Stripe.PaymentIntent): PaymentFacts => {
  const { status, amount_received: amount, currency, latest_charge } = intent
  return { ...noFacts, paid: status === 'succeeded' ? { amount, currency } : null, fees: feesOfCharge(latest_charge) }
}

const nothing: Omit<Standing, 'paid'> = { refunded: 0, disputed: 0, fees: new Map() }

const differencesOf = (standing: Standing | null, rows: readonly BookedRow[]): string[] => {
  const booked = bookedOf(rows)
  const currency = standing?.paid.currency ?? rows.find(({ kind }) => kind === 'payment')?.currency ?? 'usd'
  const { refunded, disputed, fees } = standing ?? nothing
  return [
    ...compared('paid', standing?.paid.amount ?? 0, booked.paid, currency),
    ...compared('refunded', refunded, booked.refunded, currency),
    ...compared('disputed', disputed, booked.disputed, currency),
    ...currenciesOf(fees, booked).flatMap(of => compared('fees', fees.get(of) ?? 0, booked.fees.get(of) ?? 0, of)),
    ...wrongCurrency(standing, rows),
  ]
}

const currenciesOf = (fees: Standing['fees'], booked: Booked): string[] => [
  ...new Set([...fees.keys(), ...booked.fees.keys()]),
]

const wrongCurrency = (standing: Standing | null, rows: readonly BookedRow[]): string[] => {
  const booked = rows.find(({ kind }) => kind === 'payment')?.currency
  if (standing === null || booked === undefined || booked === standing.paid.currency) return []
  return [`currency: Stripe says ${standing.paid.currency.toUpperCase()}, the books ${booked.toUpperCase()}`]
}
