import type { Kysely } from 'kysely'
import type { Payee, Payout, PayoutTables } from '../tables.ts'

/** A due payout of US$60 from a bounty, awarded at time 1000, with overrides. */
export const payoutOf = (change: Partial<Payout> = {}): Payout => ({
  id: 'payout-1',
  proposal: 'proposal-1',
  doi: '10.1000/x',
  report: 'report-1',
  reporter: 'user:rita',
  amount: 6_000,
  currency: 'usd',
  sent: 0,
  state: 'due',
  way: null,
  destination: null,
  attempt: 1,
  reference: null,
  problem: null,
  questioned: null,
  awarded_at: 1_000,
  paid_at: null,
  ...change,
})

/** A reporter payable by Stripe, with overrides. */
export const payeeOf = (change: Partial<Payee> = {}): Payee => ({
  account: 'user:rita',
  id: 'payee-1',
  way: 'stripe',
  stripe_account: 'acct_rita',
  ready: 1,
  told_at: 1_000,
  details: null,
  bank_problem: null,
  locale: 'en',
  updated_at: 1_000,
  ...change,
})

export const keepRows = async (
  db: Kysely<PayoutTables>,
  { payouts = [], payees = [] }: { payouts?: Partial<Payout>[]; payees?: Partial<Payee>[] },
): Promise<void> => {
  for (const payout of payouts) await db.insertInto('payouts').values(payoutOf(payout)).execute()
  for (const payee of payees) await db.insertInto('payees').values(payeeOf(payee)).execute()
}
