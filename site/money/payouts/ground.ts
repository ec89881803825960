import type { Kysely, Transaction } from 'kysely'
import { type ModerationTables, readBlockedAmong } from '../../readers/moderation/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { Payout } from './tables.ts'

export type GroundTables = ReportTables & ModerationTables

/** Reason why an award is not justified any more: its report is not approved, or its author was blocked from posting. */
export type GroundLost = 'report' | 'writer'

/** Messages for moderators on awards that are not justified any more. */
export const groundInWords: Readonly<Record<GroundLost, string>> = {
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
