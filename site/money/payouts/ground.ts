import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type ModerationTables, readBlockedAmong } from '../../readers/moderation/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import type { NewEntry } from '../ledger/store.ts'
import type { Payout } from './tables.ts'

/** A transfer as reported by Stripe, in minor units: sent and reversed amounts. */
export type Transfer = { id: string; payout: string; amount: number; currency: string; reversed: number; at: number }

type Of = Pick<Payout, 'doi' | 'currency'>

/** The entry of money that went to a reporter by Stripe. */
export const transferEntry = ({ doi, currency }: Of, { id, amount, at }: Transfer): NewEntry => ({
  id: `payout/${id}`,
  kind: 'payout',
  fund: bountyOf(doi as Doi),
  payment: null,
  at,
  moves: [{ debit: 'awarded', credit: 'stripe', amount, currency }],
})

/** ID prefix of entries that book a transfer's reversals. */
export const backEntries = (transfer: string): string => `payout/${transfer}/back/`

/**
 * Returns the entry of a transfer's unbooked reversals: the difference to the booked amount. Null if there is none, as when an older event
 * arrives after a newer one.
 */
export const backEntry = ({ doi, currency }: Of, { id, reversed, at }: Transfer, booked: number): NewEntry | null =>
  reversed <= booked
    ? null
    : {
        id: `${backEntries(id)}${reversed}`,
        kind: 'payout-failed',
        fund: bountyOf(doi as Doi),
        payment: null,
        at,
        moves: [{ debit: 'stripe', credit: 'awarded', amount: reversed - booked, currency }],
      }

/** Entry of an operator's payment outside Stripe. */
export const handEntry = ({ id, doi, attempt, amount, sent, currency }: Payout, at: number): NewEntry => ({
  id: `payout/${id}/by-hand/${attempt}`,
  kind: 'payout',
  fund: bountyOf(doi as Doi),
  payment: null,
  at,
  moves: [{ debit: 'awarded', credit: 'operator', amount: amount - sent, currency }],
})

/** The entry of an award that goes back into its bounty, as far as it was not paid. */
export const withdrawnEntry = ({ id, doi, amount, sent, currency }: Payout, at: number): NewEntry => ({
  id: `award/${id}/withdrawn`,
  kind: 'award-withdrawn',
  fund: bountyOf(doi as Doi),
  payment: null,
  at,
  moves: [{ debit: 'awarded', credit: bountyOf(doi as Doi), amount: amount - sent, currency }],
})

/** Entry that returns a reversed amount, booked by `back`, to the bounty if the award has no recipient any more. */
export const anonymousEntry = ({ id, doi }: Payout, back: NewEntry): NewEntry => ({
  ...back,
  id: `award/${id}/withdrawn/${back.id}`,
  kind: 'award-withdrawn',
  moves: back.moves.map(move => ({ ...move, debit: 'awarded', credit: bountyOf(doi as Doi) })),
})

export type GroundTables = ReportTables & ModerationTables

/** Reason why an award is not justified any more: its report is not approved, or its author was blocked from posting. */
export type GroundLost = 'report' | 'writer'

/** Messages for moderators on awards that are not justified any more. */
export const formatGround: Readonly<Record<GroundLost, string>> = {
  report: 'On hold: its report is no longer approved. Approve the report again or withdraw the award.',
  writer: 'On hold: its author is blocked. Unblock the author or withdraw the award.',
}

/**
 * Returns the payouts that are not justified any more, by ID. Computed on demand, so that undoing an approval and blocking need not know
 * about payouts.
 */
export const readGroundLost = async (
  db: Kysely<GroundTables> | Transaction<GroundTables>,
  payouts: readonly Pick<Payout, 'id' | 'report' | 'reporter'>[],
): Promise<Map<string, GroundLost>> => {
  if (payouts.length === 0) return new Map()
  const reports = payouts.map(({ report }) => report)
  const [approved, blocked] = await Promise.all([
    db.selectFrom('reports').select('id').where('id', 'in', reports).where('approved_at', 'is not', null).execute(),
    readBlockedAmong(
      db,
      payouts.flatMap(({ reporter }) => reporter ?? []),
    ),
  ])
  const stands = new Set(approved.map(({ id }) => id))
  return new Map(
    payouts.flatMap(({ id, report, reporter }): [string, GroundLost][] => {
      if (!stands.has(report)) return [[id, 'report']]
      return blocked.has(reporter ?? '') ? [[id, 'writer']] : []
    }),
  )
}
