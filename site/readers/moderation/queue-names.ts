import type { ModerationQueue } from './rules.ts'

type QueueName = { tab: string; title: string; empty: string }

/** UI copy of each queue: its tab, its heading, and the text of the empty queue (SPEC §2 has those of notes and reports). */
export const queueNames: Readonly<Record<ModerationQueue, QueueName>> = {
  comment: { tab: 'Notes', title: 'Community notes', empty: 'No community notes pending moderation.' },
  audit: { tab: 'Reports', title: 'Reproduction reports', empty: 'No audit reports pending moderation.' },
  second: {
    tab: 'Second approvals',
    title: 'Reports awaiting a second approval',
    empty: 'No reports awaiting a second approval.',
  },
  contribution: {
    tab: 'Contributors',
    title: 'Contributor names and messages',
    empty: 'No contributor names or messages pending moderation.',
  },
  problem: { tab: 'Problems', title: 'Reported problems', empty: 'No reported problems pending moderation.' },
}
