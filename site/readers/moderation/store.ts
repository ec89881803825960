import { engineOf, type Migration } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import type { ModeratedKind, ModerationAction, ModerationStatus, RejectionReason, SecondLook } from './rules.ts'
import { type Signal, scoreOf } from './signals.ts'

export type ModerationTables = {
  /** Where each entry stands: derived from the log and from what its writer did, and written in the same transactions. */
  moderation_items: {
    kind: ModeratedKind
    id: string
    doi: string
    /** The key of who wrote it; null when their account was deleted. */
    writer: string | null
    status: ModerationStatus
    /** Of what is approved: whether another moderator has to approve it too before it counts. */
    second: SecondLook
    /** Grows with every edit and every decision. */
    version: number
    /** What speaks against it, as JSON of `Signal[]`, and what that comes to: it sorts the queue, and no more. */
    signals: string
    score: number
    /** Since when it waits: when it was written, or written anew after it was refused. */
    waiting_since: number
    /** Of the decision that made it what it is; null while it waits. */
    decided_at: number | null
    reason: RejectionReason | null
    message: string | null
    /** The language that its writer is told in; null for entries from before they were told. */
    locale: Locale | null
    /** Where it stood when its writer was told last, since they wrote it; null for not yet. */
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
  /** Who may write no more: a row for each decision that says so, by its entry. */
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
      // Nobody decides twice on one version, whatever they saw.
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

/** A writer is blocked by each decision that says so, and each decision keeps what came along with it: its undo gives that back. */
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

/** What counts only after a second moderator has approved it waits for one. */
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

/** Writers are told what was decided. */
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

/** An entry's place in the queue, which nobody else changes until the end of the transaction; undefined when it has none. */
export const holdItem = async (tx: Transaction<ModerationTables>, { kind, id }: Key) => {
  const found = tx.selectFrom('moderation_items').selectAll().where('kind', '=', kind).where('id', '=', id)
  return (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).executeTakeFirst()
}

/** The outcome of a writer's change: `closed` once it was approved or called spam, `gone` where there is no such entry. */
export type Revised = 'done' | 'changed' | 'closed' | 'gone'

/**
 * Lets a writer change an entry that is not approved: it waits again, as another version. Before the entry itself is touched, in
 * the same transaction. `version`: the one the writer saw; null takes whatever is there.
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

/** Takes an entry that is not approved out of the queue, before it is deleted in the same transaction. */
export const withdraw = async (tx: Transaction<ModerationTables>, key: Key): Promise<Exclude<Revised, 'changed'>> => {
  const item = await holdItem(tx, key)
  if (item === undefined) return 'gone'
  if (item.status === 'approved') return 'closed'
  await tx.deleteFrom('moderation_items').where('kind', '=', key.kind).where('id', '=', key.id).execute()
  return 'done'
}

/** Where entries of one kind stand, for their writers. */
export const readStandings = async (
  db: Kysely<ModerationTables>,
  kind: ModeratedKind,
  ids: readonly string[],
): Promise<Map<string, EntryStanding>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('moderation_items')
    .select(['id', 'status', 'version', 'reason', 'message', 'decided_at'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, decided_at, ...standing }) => [id, { ...standing, decidedAt: decided_at }]))
}

export type EntryStanding = {
  status: ModerationStatus
  version: number
  reason: RejectionReason | null
  message: string | null
  /** Epoch milliseconds. */
  decidedAt: number | null
}
