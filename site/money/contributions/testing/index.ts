import type { Kysely } from 'kysely'
import { bookEntry, type LedgerTables } from '../../ledger/store.ts'
import type { Contribution, ContributionTables } from '../store.ts'

/** A paid contribution of US$100 to a bounty at time 1000, with overrides. */
export const contributionOf = (change: Partial<Contribution> = {}): Contribution => ({
  id: 'gift-1',
  fund: 'bounty:10.1000/x',
  giver: 'user:ada',
  amount: 10_000,
  currency: 'usd',
  name: null,
  message: null,
  public_at: null,
  email: 'ada@example.org',
  locale: 'en',
  session: `cs_${change.id ?? 'gift-1'}`,
  payment: `pi_${change.id ?? 'gift-1'}`,
  state: 'paid',
  begun_at: 900,
  paid_amount: 10_000,
  paid_currency: 'usd',
  paid_at: 1_000,
  refunded: 0,
  disputed: 0,
  ...change,
})

/** Stores contributions and books their payments. */
export const keepContributions = async (
  db: Kysely<ContributionTables & LedgerTables>,
  ...changes: Partial<Contribution>[]
): Promise<void> => {
  for (const change of changes) {
    const row = contributionOf(change)
    await db.insertInto('contributions').values(row).execute()
    const { id, fund, payment, paid_amount: amount, paid_currency: currency, paid_at: at } = row
    if (currency === null || at === null) continue
    const moves = [{ debit: 'stripe', credit: fund, amount, currency }] as const
    const entry = { id: `${payment ?? id}/1`, kind: 'payment', fund, payment, at, moves } as const
    await db.transaction().execute(tx => bookEntry(tx, entry, at))
  }
}
