import type { Decided } from './model.ts'
import type { ModerationAction, ModerationStatus } from './rules.ts'

const done: Readonly<Record<ModerationAction, string>> = {
  approve: 'Approved',
  second: 'Approved a second time',
  reject: 'Rejected',
  spam: 'Called spam',
  block: 'Called spam and its writer blocked',
  undo: 'Taken back',
}

/** "Rejected by Ada: It is not about this paper." */
export const doneInWords = ({ action, by, reason }: Pick<Decided, 'action' | 'by' | 'reason'>): string =>
  `${done[action]} by ${by ?? 'a moderator who has left'}${reason === null ? '' : ` (${reason})`}`

/** Where an entry stands, as one word. */
export const statusInWords: Readonly<Record<ModerationStatus, string>> = {
  pending: 'Back in the queue',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Called spam',
}
