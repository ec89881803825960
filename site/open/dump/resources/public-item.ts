import type { Insertable } from 'kysely'
import type { ModeratedKind, ModerationTables } from '../../../readers/moderation/index.ts'

/**
 * Moderation queue entry of public content, approved by a moderator of the restored site. The dump contains neither its author nor its
 * moderator.
 */
export const publicItem = ({
  kind,
  id,
  doi,
  since,
  second = null,
}: {
  kind: ModeratedKind
  id: string
  doi: string
  /** Epoch ms. */
  since: number
  second?: 'given' | null
}): Insertable<ModerationTables['moderation_items']> => ({
  kind,
  id,
  doi,
  writer: null,
  status: 'approved',
  second,
  version: 1,
  signals: '[]',
  score: 0,
  waiting_since: since,
  decided_at: since,
  reason: null,
  message: null,
  locale: null,
  told: 'approved',
})
