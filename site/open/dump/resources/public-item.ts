import type { Insertable } from 'kysely'
import type { ModeratedKind, ModerationTables } from '../../../readers/moderation/index.ts'

/**
 * The place in the moderators' queue of something that is public: a moderator of the restored site has let it in. Who wrote it, and who
 * decided, the dump does not tell.
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
