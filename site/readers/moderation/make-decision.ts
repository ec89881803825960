import { runTransaction } from '@corroborate/server-kit/database'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { storedDoi } from '../../kit/doi/index.ts'
import { notePapersChange } from '../../kit/shared-caches/note-change.ts'
import { planDecisionMail } from './decision-mail.ts'
import type { ModeratedKinds } from './moderated.ts'
import { blockWriter, unblockWriter } from './people.ts'
import {
  type Asked,
  decide,
  type ModeratedKind,
  type ModerationAction,
  type ModerationStatus,
  type RejectionReason,
  type SecondLook,
} from './rules.ts'
import { holdItem, type ModerationTables } from './store.ts'

export type Decision = Asked & {
  kind: ModeratedKind
  id: string
  reason: RejectionReason | null
  message: string | null
}

export type DecisionOutcome =
  | {
      /**
       * `changed`: edited or decided by another moderator, with the current state. `own`: written by the moderator, so another one has to
       * approve it. `same`: already approved by them; the second approval must come from another.
       */
      kind: 'decided' | 'repeated' | 'changed' | 'own' | 'same'
      status: ModerationStatus
      version: number
    }
  | { kind: 'unknown' }

/** The tables that a decision writes. */
export type DecisionTables = ModerationTables & OutboxTables

type Item = Selectable<ModerationTables['moderation_items']>

/**
 * Makes or undoes a decision in one transaction: log entry, status, and the feature's effects. Concurrent decisions are serialized, and the
 * second sees a changed entry.
 */
export const makeDecision = (
  db: Kysely<DecisionTables>,
  kinds: ModeratedKinds,
  decision: Decision,
  now: number,
): Promise<DecisionOutcome> =>
  runTransaction(db, async tx => {
    const item = await holdItem(tx, decision)
    if (item === undefined)
      return decision.action === 'undo' ? undoBlockOfNothing(tx, kinds, decision, now) : { kind: 'unknown' }
    const { action, moderator } = decision
    if ((action === 'approve' || action === 'second') && item.writer === moderator)
      return { kind: 'own', status: item.status, version: item.version }
    if (action === 'second' && (await readApprovers(tx, item.kind, [item.id])).get(item.id)?.moderator === moderator)
      return { kind: 'same', status: item.status, version: item.version }
    const last = await lastDecision(tx, item)
    const verdict = decide({ ...item, last }, decision)
    if (verdict.kind !== 'decided') return { kind: verdict.kind, status: item.status, version: item.version }

    await settle(tx, kinds, { ...decision, item, status: verdict.status, second: verdict.second, along: null, now })
    const writer = item.writer
    const along = nameOf(item)
    if (decision.action === 'block' && writer !== null) {
      await blockWriter(tx, { writer, kind: item.kind, item: item.id, moderator: decision.moderator, at: now })
      await callAllSpam(tx, kinds, { ...decision, writer, along, now })
    }
    if (decision.action === 'undo' && last?.action === 'block') {
      await unblockWriter(tx, { kind: item.kind, item: item.id })
      const undone = nameOf({ ...item, version: item.version - 1 })
      await giveBack(tx, kinds, { undone, moderator: decision.moderator, along, now })
    }
    return { kind: 'decided', status: verdict.status, version: item.version + 1 }
  })

/** A block stands when its entry is gone: its writer has withdrawn it. So it can still be undone, and that is all that can be done. */
const undoBlockOfNothing = async (
  tx: Transaction<DecisionTables>,
  kinds: ModeratedKinds,
  { kind, id, moderator }: Decision,
  now: number,
): Promise<DecisionOutcome> => {
  if (!(await unblockWriter(tx, { kind, item: id }))) return { kind: 'unknown' }
  const { version } = await tx
    .selectFrom('moderation_log')
    .select('version')
    .where('kind', '=', kind)
    .where('item', '=', id)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  const said = { reason: null, message: null, moderator, at: now, month: monthOf(now), along_with: null }
  const line = { kind, item: id, version: version + 1, action: 'undo', ...said } as const
  await tx.insertInto('moderation_log').values(line).execute()
  const [undone, along] = [nameOf({ kind, id, version }), nameOf({ kind, id, version: version + 1 })]
  await giveBack(tx, kinds, { undone, moderator, along, now })
  return { kind: 'decided', status: 'pending', version: version + 2 }
}

/** Returns the moderators who approved entries of a kind, with times; null for a deleted account. */
export const readApprovers = async (
  db: Kysely<ModerationTables> | Transaction<ModerationTables>,
  kind: ModeratedKind,
  ids: readonly string[],
): Promise<Map<string, { moderator: string | null; at: number }>> => {
  if (ids.length === 0) return new Map()
  const lines = await db
    .selectFrom('moderation_log')
    .select(['item', 'moderator', 'at'])
    .where('kind', '=', kind)
    .where('item', 'in', [...ids])
    .where('action', '=', 'approve')
    .orderBy('version')
    .execute()
  return new Map(lines.map(({ item, ...line }) => [item, line]))
}

/** Decision key: the entry and the version viewed. */
const nameOf = ({ kind, id, version }: Pick<Item, 'kind' | 'id' | 'version'>): string => `${kind}:${id}:${version}`

/** Returns the decision that produced an entry's state; null after an edit. */
const lastDecision = async (tx: Transaction<DecisionTables>, { kind, id, version }: Item) =>
  (await tx
    .selectFrom('moderation_log')
    .select(['action', 'moderator'])
    .where('kind', '=', kind)
    .where('item', '=', id)
    .where('version', '=', version - 1)
    .executeTakeFirst()) ?? null

type Settling = Pick<Decision, 'reason' | 'message' | 'moderator'> & {
  action: ModerationAction
  item: Item
  status: ModerationStatus
  second?: SecondLook
  /** The decision that this one comes along with. */
  along: string | null
  now: number
}

const settle = async (
  tx: Transaction<DecisionTables>,
  kinds: ModeratedKinds,
  { action, item, status, second = null, reason, message, moderator, along, now }: Settling,
): Promise<void> => {
  const { kind, id, version } = item
  const isRefused = status === 'rejected' || status === 'spam'
  const said = isRefused ? { reason, message } : { reason: null, message: null }
  await tx
    .insertInto('moderation_log')
    .values({ kind, item: id, version, action, ...said, moderator, at: now, month: monthOf(now), along_with: along })
    .execute()
  const wantsSecond = action === 'approve' && (await kinds[kind]?.wantsSecond?.(tx, id)) === true
  await tx
    .updateTable('moderation_items')
    .set({
      status,
      second: wantsSecond ? 'wanted' : second,
      version: version + 1,
      decided_at: status === 'pending' ? null : now,
      ...said,
    })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  await kinds[kind]?.settle(tx, {
    id,
    doi: storedDoi(item.doi),
    from: item.status,
    to: status,
    isSeconded: second === 'given',
    at: now,
  })
  await notePapersChange(tx, [item.doi])
  await planDecisionMail(tx, { kind, id, version: version + 1 }, now)
}

/** Marks a blocked author's other pending entries as spam: each has its own log entry and can be undone alone or with the block. */
const callAllSpam = async (
  tx: Transaction<DecisionTables>,
  kinds: ModeratedKinds,
  { writer, ...said }: Pick<Settling, 'reason' | 'message' | 'moderator' | 'along' | 'now'> & { writer: string },
): Promise<void> => {
  const waiting = await tx
    .selectFrom('moderation_items')
    .select(['kind', 'id'])
    .where('writer', '=', writer)
    .where('status', '=', 'pending')
    .orderBy('kind')
    .orderBy('id')
    .execute()
  for (const key of waiting) {
    const item = await holdItem(tx, key)
    if (item?.status === 'pending') await settle(tx, kinds, { ...said, action: 'spam', item, status: 'spam' })
  }
}

/** Returns entries marked as spam by an undone block to the queue, unless decided otherwise since. */
const giveBack = async (
  tx: Transaction<DecisionTables>,
  kinds: ModeratedKinds,
  { undone, ...undoing }: Pick<Settling, 'moderator' | 'along' | 'now'> & { undone: string },
): Promise<void> => {
  const taken = await tx
    .selectFrom('moderation_log')
    .select(['kind', 'item', 'version'])
    .where('along_with', '=', undone)
    .orderBy('kind')
    .orderBy('item')
    .execute()
  for (const { kind, item: id, version } of taken) {
    const item = await holdItem(tx, { kind, id })
    if (item?.status === 'spam' && item.version === version + 1)
      await settle(tx, kinds, { ...undoing, action: 'undo', item, status: 'pending', reason: null, message: null })
  }
}

const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7)
