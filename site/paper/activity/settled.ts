import type { ExpressionBuilder } from 'kysely'
import type { ActivityTables } from './tables.ts'

/** Delay in ms before moderated activity is announced, so that moderators can undo. Activity from sources is immediate. */
const settling = 60_000

/** Selects activity that may be announced at a time in epoch ms. */
export const settledAt =
  (at: number) =>
  ({ eb, or }: ExpressionBuilder<ActivityTables, 'activity'>) =>
    or([eb('noted_at', '<=', at - settling), eb('kind', 'not in', ['report-approved', 'note-approved'])])
