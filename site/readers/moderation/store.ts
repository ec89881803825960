import { engineOf, type Migration } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { ModeratedKind, ModerationAction, ModerationStatus, RejectionReason, SecondLook } from './rules.ts'

/** A moderation signal with its explanation and weight. Signals only sort the queue: higher weights come later. */
export type Signal = { words: string; weight: number }

export const scoreOf = (signals: readonly Signal[]): number => signals.reduce((sum, { weight }) => sum + weight, 0)

export type ModerationTables = {
  /** Status of each entry, derived from the log and the author's changes, and written in the same transactions. */
  moderation_items: {
    kind: ModeratedKind
    id: string
    doi: string
    /** Account key of the author; null after account deletion. */
    writer: string | null
    status: ModerationStatus
    /** For approved entries: status of the second approval required to count. */
    second: SecondLook
    /** Grows with every edit and every decision. */
    version: number
    /** Signals as JSON of `Signal[]`, and their score, which only sorts the queue. */
    signals: string
    score: number
    /** Since when it waits: when it was written, or written anew after it was refused. */
    waiting_since: number
    /** Time of the current decision; null while pending. */
    decided_at: number | null
    reason: RejectionReason | null
    message: string | null
    /** Language of notifications; null for entries from before these existed. */
    locale: Locale | null
    /** Status in the author's last notification; null for none. */
    told: ModerationStatus | null
  }
  /** Every decision, for good. `version` is the one looked at; the decision made it the next. */
  moderation_log: {
    kind: ModeratedKind
    item: string
    version: number
    action: ModerationAction
    reason: RejectionReason | null
    message: string | null
    /** The key of the account; null when it was deleted. */
    moderator: string | null
    at: number
    /** `at` as YYYY-MM in UTC, for counting. */
    month: string
    /** The decision that this one came along with, as KIND:ITEM:VERSION; null for one of its own. */
    along_with: string | null
  }
  /** Blocked authors: one row for each blocking decision, by its entry. */
  blocked_writers: { writer: string; kind: ModeratedKind; item: string; moderator: string | null; at: number }
}

export const moderationMigration: Migration = {
  name: '2026-11-27-moderation',
  async up(db) {
    await db.schema
      .createTable('moderation_items')
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('id', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('writer', 'text')
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('signals', 'text', column => column.notNull())
      .addColumn('score', 'integer', column => column.notNull())
      .addColumn('waiting_since', 'bigint', column => column.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .addPrimaryKeyConstraint('moderation_items_pk', ['kind', 'id'])
      .execute()
    await db.schema
      .createIndex('moderation_queue')
      .on('moderation_items')
      .columns(['status', 'kind', 'score', 'waiting_since', 'id'])
      .execute()
    await db.schema.createIndex('moderation_items_of').on('moderation_items').columns(['writer', 'status']).execute()
    await db.schema
      .createTable('moderation_log')
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('item', 'text', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('action', 'text', column => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .addColumn('moderator', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('month', 'text', column => column.notNull())
      // Allows one decision per version, whatever the moderators saw.
      .addPrimaryKeyConstraint('moderation_log_pk', ['kind', 'item', 'version'])
      .execute()
    await db.schema
      .createIndex('moderation_log_by_time')
      .on('moderation_log')
      .columns(['at', 'kind', 'item', 'version'])
      .execute()
    await db.schema
      .createIndex('moderation_log_by_month')
      .on('moderation_log')
      .columns(['month', 'kind', 'action', 'reason'])
      .execute()
    await db.schema.createIndex('moderation_log_of').on('moderation_log').column('moderator').execute()
    await db.schema
      .createTable('blocked_writers')
      .addColumn('writer', 'text', column => column.primaryKey().notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('item', 'text', column => column.notNull())
      .addColumn('moderator', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .execute()
  },
}

/** Blocks authors per decision, and records each block's side effects for its undo. */
export const blocksMigration: Migration = {
  name: '2026-12-07-blocks-by-decision',
  async up(db) {
    await db.schema.alterTable('moderation_log').addColumn('along_with', 'text').execute()
    await db.schema.createIndex('moderation_log_along').on('moderation_log').column('along_with').execute()
    await db.schema
      .createTable('blocks_by_decision')
      .addColumn('writer', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('item', 'text', column => column.notNull())
      .addColumn('moderator', 'text')
      .addColumn('at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('blocks_by_decision_pk', ['kind', 'item'])
      .execute()
    await sql`
      insert into blocks_by_decision (writer, kind, item, moderator, at)
      select writer, kind, item, moderator, at from blocked_writers
    `.execute(db)
    await db.schema.dropTable('blocked_writers').execute()
    await db.schema.alterTable('blocks_by_decision').renameTo('blocked_writers').execute()
    await db.schema.createIndex('blocked_writers_by_writer').on('blocked_writers').column('writer').execute()
  },
}

export const secondLookMigration: Migration = {
  name: '2026-12-08-moderation-second-look',
  async up(db) {
    await db.schema.alterTable('moderation_items').addColumn('second', 'text').execute()
    await db.schema
      .createIndex('moderation_second_looks')
      .on('moderation_items')
      .columns(['second', 'score', 'waiting_since', 'id'])
      .execute()
  },
}

export const toldMigration: Migration = {
  name: '2026-12-09-moderation-told',
  async up(db) {
    await db.schema.alterTable('moderation_items').addColumn('locale', 'text').execute()
    await db.schema.alterTable('moderation_items').addColumn('told', 'text').execute()
  },
}

type Key = { kind: ModeratedKind; id: string }

/** Puts a new entry into the queue, in the transaction that stores it. @throws when it is there already */
export const submit = async (
  tx: Transaction<ModerationTables>,
  entry: Key & { doi: Doi; writer: string; locale: Locale; signals: readonly Signal[]; now: number },
): Promise<void> => {
  const { kind, id, doi, writer, locale, signals, now } = entry
  await tx
    .insertInto('moderation_items')
    .values({
      kind,
      id,
      doi,
      writer,
      status: 'pending',
      second: null,
      version: 1,
      signals: JSON.stringify(signals),
      score: scoreOf(signals),
      waiting_since: now,
      decided_at: null,
      reason: null,
      message: null,
      locale,
      told: null,
    })
    .execute()
}

/** Returns an entry's row and locks it until the end of the transaction; undefined if there is none. */
export const holdItem = async (tx: Transaction<ModerationTables>, { kind, id }: Key) => {
  const found = tx.selectFrom('moderation_items').selectAll().where('kind', '=', kind).where('id', '=', id)
  return (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).executeTakeFirst()
}

/** The outcome of a writer's change: `closed` once it was approved or called spam, `gone` where there is no such entry. */
export type Revised = 'done' | 'changed' | 'closed' | 'gone'

/**
 * Returns an unapproved entry to pending as a new version, before its author's edit in the same transaction. `version`: the one the author
 * saw; null accepts any.
 */
export const revise = async (
  tx: Transaction<ModerationTables>,
  change: Key & { version: number | null; signals: readonly Signal[]; now: number },
): Promise<Revised> => {
  const { kind, id, version, signals, now } = change
  const item = await holdItem(tx, change)
  if (item === undefined) return 'gone'
  if (item.status === 'approved' || item.status === 'spam') return 'closed'
  if (version !== null && version !== item.version) return 'changed'
  await tx
    .updateTable('moderation_items')
    .set({
      status: 'pending',
      version: item.version + 1,
      signals: JSON.stringify(signals),
      score: scoreOf(signals),
      waiting_since: item.status === 'pending' ? item.waiting_since : now,
      decided_at: null,
      reason: null,
      message: null,
      told: null,
    })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute()
  return 'done'
}

/** Removes an unapproved entry from the queue, before its deletion in the same transaction. */
export const withdraw = async (tx: Transaction<ModerationTables>, key: Key): Promise<Exclude<Revised, 'changed'>> => {
  const item = await holdItem(tx, key)
  if (item === undefined) return 'gone'
  if (item.status === 'approved') return 'closed'
  await tx.deleteFrom('moderation_items').where('kind', '=', key.kind).where('id', '=', key.id).execute()
  return 'done'
}

/** Returns the status of entries of one kind, for their authors. */
export const readEntryStatuses = async (
  db: Kysely<ModerationTables>,
  kind: ModeratedKind,
  ids: readonly string[],
): Promise<Map<string, EntryStatus>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('moderation_items')
    .select(['id', 'status', 'version', 'reason', 'message', 'decided_at'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, decided_at, ...standing }) => [id, { ...standing, decidedAt: decided_at }]))
}

export type EntryStatus = {
  status: ModerationStatus
  version: number
  reason: RejectionReason | null
  message: string | null
  /** Epoch milliseconds. */
  decidedAt: number | null
}
