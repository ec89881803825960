import { z } from 'zod'
import type { EntryKind } from '../../../money/ledger/store.ts'
import { atATime, defineResource, inPages, insertRows, moment, momentOf, publicDomain, text, timeOf } from '../pages.ts'

const kinds = [
  'payment',
  'refund',
  'refund-failed',
  'dispute',
  'dispute-won',
  'fee',
  'fee-returned',
  'award',
  'award-withdrawn',
  'payout',
  'payout-failed',
  'top-up',
  'expiry',
] as const satisfies readonly EntryKind[]

/** Digits of the number of an entry: as texts, numbers of one length are in their order. */
const digits = 12

/**
 * The ledger. Entry IDs contain Stripe's payment IDs, which are not public, so entries are numbered in the order of those IDs, which is
 * also the ledger's order for simultaneous entries.
 */
export const ledger = defineResource({
  name: 'ledger',
  title: 'The books',
  description:
    'Every movement of money, as /books shows it: from the account `credit` to the account `debit`, in minor units. `contribution` is the one that a payment pays (see `funds`).',
  licence: publicDomain,
  key: ['entry', 'leg'],
  line: z.strictObject({
    entry: text,
    leg: z.int().nonnegative(),
    kind: z.enum(kinds),
    debit: text,
    credit: text,
    amount: z.int().positive(),
    currency: z.string().length(3),
    fund: text,
    contribution: text.nullable(),
    at: moment,
    bookedAt: moment,
  }),
  async *read(db) {
    const rows = inPages((after: { entry: string; leg: number } | null) =>
      db
        .selectFrom('ledger')
        .leftJoin('payments', join =>
          join.onRef('payments.id', '=', 'ledger.payment').on('ledger.kind', '=', 'payment'),
        )
        .leftJoin('contributions', join =>
          join.onRef('contributions.id', '=', 'payments.contribution').on('contributions.state', '=', 'paid'),
        )
        .select(['ledger.entry', 'ledger.leg', 'ledger.kind', 'ledger.debit', 'ledger.credit', 'ledger.amount'])
        .select(['ledger.currency', 'ledger.fund', 'ledger.at', 'ledger.booked_at', 'contributions.id as contribution'])
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('ledger.entry', 'ledger.leg'), '>', tuple(after?.entry ?? '', after?.leg ?? -1)),
        )
        .orderBy('ledger.entry')
        .orderBy('ledger.leg')
        .limit(atATime)
        .execute(),
    )
    let last = ''
    let number = 0
    for await (const { entry, at, booked_at, amount, ...row } of rows) {
      if (entry !== last) number += 1
      last = entry
      yield {
        entry: String(number).padStart(digits, '0'),
        ...row,
        amount: Number(amount),
        at: momentOf(at),
        bookedAt: momentOf(booked_at),
      }
    }
  },
  restore: (tx, lines) =>
    insertRows(
      tx,
      'ledger',
      lines.map(({ at, bookedAt, contribution, ...line }) => ({
        ...line,
        // A payment is known only by its contribution.
        payment: contribution,
        at: timeOf(at),
        booked_at: timeOf(bookedAt),
      })),
    ),
})
