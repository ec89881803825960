import type { Amount } from '../../kit/amounts/format.ts'
import type { Account, Fund } from '../ledger/accounts.ts'
import type { EntryKind, NewEntry } from '../ledger/store.ts'
import type { Standing } from './facts.ts'

/** Booked totals of a payment by kind, with the number of entries. */
export type Booked = {
  entries: number
  paid: number
  refunded: number
  disputed: number
  fees: ReadonlyMap<string, number>
}

type Change = { kind: EntryKind; debit: Account; credit: Account } & Amount

/** Returns the missing entries of a payment: for each kind, the difference between its facts and the ledger. Empty if complete. */
export const dueEntries = (
  { payment, fund, at }: { payment: string; fund: Fund; at: number },
  standing: Standing,
  booked: Booked,
): NewEntry[] => {
  const { paid, refunded, disputed, fees } = standing
  const { currency } = paid
  const out = { debit: fund, credit: 'stripe' } as const
  const back = { debit: 'stripe', credit: fund } as const
  const kept = { debit: 'fees', credit: 'stripe' } as const
  const changes = [
    ...moved(paid.amount - booked.paid, currency, { kind: 'payment', ...back }, { kind: 'refund', ...out }),
    ...moved(refunded - booked.refunded, currency, { kind: 'refund', ...out }, { kind: 'refund-failed', ...back }),
    ...moved(disputed - booked.disputed, currency, { kind: 'dispute', ...out }, { kind: 'dispute-won', ...back }),
    ...[...fees].flatMap(([of, amount]) =>
      moved(
        amount - (booked.fees.get(of) ?? 0),
        of,
        { kind: 'fee', ...kept },
        { kind: 'fee-returned', debit: 'stripe', credit: 'fees' },
      ),
    ),
  ]
  return changes.map(({ kind, ...move }, index) => ({
    id: `${payment}/${booked.entries + index + 1}`,
    kind,
    fund,
    payment,
    at,
    moves: [move],
  }))
}

type Way = Pick<Change, 'kind' | 'debit' | 'credit'>

const moved = (difference: number, currency: string, more: Way, less: Way): Change[] => {
  if (difference === 0) return []
  return [{ ...(difference > 0 ? more : less), amount: Math.abs(difference), currency }]
}

/** Columns of a ledger row needed for the booked totals. */
export type BookedRow = Amount & { entry: string; kind: EntryKind }

export const bookedOf = (rows: readonly BookedRow[]): Booked => {
  const of = (more: EntryKind, less: EntryKind | null, among: readonly BookedRow[] = rows) =>
    among.reduce((sum, { kind, amount }) => sum + (kind === more ? amount : kind === less ? -amount : 0), 0)
  const currencies = new Set(rows.filter(({ kind }) => kind.startsWith('fee')).map(({ currency }) => currency))
  return {
    entries: new Set(rows.map(({ entry }) => entry)).size,
    paid: of('payment', null),
    refunded: of('refund', 'refund-failed'),
    disputed: of('dispute', 'dispute-won'),
    fees: new Map(
      [...currencies].map(currency => [
        currency,
        of(
          'fee',
          'fee-returned',
          rows.filter(row => row.currency === currency),
        ),
      ]),
    ),
  }
}
