import type { ExpressionBuilder } from 'kysely'
import type { ActivityTables } from './tables.ts'

/**
 * For how long nobody is told of a thing that a moderator decided, in ms: who undoes a decision has not told anybody. What sources say
 * is told at once.
 */
const settling = 60_000

/** Of the activities, those that may be told at a moment, epoch ms. */
export const settledAt =
  (at: number) =>
  ({ eb, or }: ExpressionBuilder<ActivityTables, 'activity'>) =>
    or([eb('noted_at', '<=', at - settling), eb('kind', 'not in', ['report-approved', 'note-approved'])])
