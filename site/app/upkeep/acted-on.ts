import type { ActedOn } from '../../paper/papers/index.ts'

/** Papers in these tables have activity, so their status data is retained. */
export const actedOn: ActedOn = [
  { table: 'activity', column: 'doi' },
  { table: 'vote_counts', column: 'doi' },
  { table: 'votes', column: 'doi' },
  { table: 'watches', column: 'doi' },
  { table: 'notes', column: 'doi' },
  { table: 'claims', column: 'doi' },
  { table: 'reports', column: 'doi' },
  { table: 'report_drafts', column: 'doi' },
  { table: 'assistant_drafts', column: 'doi' },
  { table: 'problems', column: 'doi' },
  { table: 'moderation_items', column: 'doi' },
  { table: 'funds', column: 'fund' },
  { table: 'proposals', column: 'doi' },
  { table: 'payouts', column: 'doi' },
]
