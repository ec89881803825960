import type { Decided } from './model.ts'
import type { ModerationAction, ModerationStatus } from './rules.ts'

const done: Readonly<Record<ModerationAction, string>> = {
  approve: 'Approved',
  second: 'Approved as second moderator',
  reject: 'Rejected',
  spam: 'Marked as spam',
  block: 'Marked as spam, author blocked',
  undo: 'Undone',
}

/** "Rejected by Ada: It is not about this paper." */
export const doneInWords = ({ action, by, reason }: Pick<Decided, 'action' | 'by' | 'reason'>): string =>
  `${done[action]} by ${by ?? 'a former moderator'}${reason === null ? '' : ` (${reason})`}`

/** Status of an entry, as UI copy. */
export const statusInWords: Readonly<Record<ModerationStatus, string>> = {
  pending: 'Back in the queue',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Marked as spam',
}
