import type { Kysely, Transaction } from 'kysely'
import { type ModerationTables, readBlockedAmong } from '../../readers/moderation/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { Payout } from './tables.ts'

export type GroundTables = ReportTables & ModerationTables

/** Why an award has no ground any more: its report is not approved now, or its writer was stopped from writing here. */
export type GroundLost = 'report' | 'writer'

/** What moderators are told of an award that has lost its ground. */
export const groundInWords: Readonly<Record<GroundLost, string>> = {
  report: 'On hold: its report is no longer approved. Approve the report again or withdraw the award.',
  writer: 'On hold: its author is blocked. Unblock the author or withdraw the award.',
}

/**
 * Which payouts have lost the ground on which they were awarded, by their ids. Read when it is asked, so that no undo and no block has to
 * know of payouts.
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
