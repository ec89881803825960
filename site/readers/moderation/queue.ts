import type { Kysely, Selectable } from 'kysely'
import type { ModeratedKind } from './rules.ts'
import type { ModerationTables } from './store.ts'

type Database = Kysely<ModerationTables>
export type ItemRow = Selectable<ModerationTables['moderation_items']>
export type LogRow = Selectable<ModerationTables['moderation_log']>

/** A place in the queue, in an address: what comes after it is on the next page, whatever was decided meanwhile. */
export type QueuePlace = Pick<ItemRow, 'score' | 'waiting_since' | 'id'>

export const writeQueuePlace = ({ score, waiting_since, id }: QueuePlace): string => `${score}.${waiting_since}.${id}`

/** The place that an address names; null for anything else. */
export const readQueuePlace = (text: string | null): QueuePlace | null => {
  const [, score, since, id] = /^(\d{1,6})\.(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return id === undefined ? null : { score: Number(score), waiting_since: Number(since), id }
}

/** What waits, what speaks least against it first, the oldest first within that; one more than `most` when there is more. */
export const readQueue = (
  db: Database,
  kind: ModeratedKind,
  after: QueuePlace | null,
  most: number,
): Promise<ItemRow[]> => {
  const waiting = db
    .selectFrom('moderation_items')
    .selectAll()
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .orderBy('score')
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(most + 1)
  if (after === null) return waiting.execute()
  return waiting
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('score', 'waiting_since', 'id'), '>', tuple(after.score, after.waiting_since, after.id)),
    )
    .execute()
}

/** How many entries of a kind wait. */
export const countWaiting = async (db: Database, kind: ModeratedKind): Promise<number> => {
  const { count } = await db
    .selectFrom('moderation_items')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A place in the log, in an address. */
export type LogPlace = Pick<LogRow, 'at' | 'kind' | 'item' | 'version'>

export const writeLogPlace = ({ at, kind, item, version }: LogPlace): string => `${at}.${kind}.${item}.${version}`

export const readLogPlace = (text: string | null): LogPlace | null => {
  const [, at, kind, item, version] =
    /^(\d{1,15})\.(comment|audit|contribution)\.([\w-]{1,64})\.(\d{1,9})$/.exec(text ?? '') ?? []
  return item === undefined ? null : { at: Number(at), kind: kind as ModeratedKind, item, version: Number(version) }
}

/** Decisions, the newest first; one more than `most` when there are more. */
export const readLog = (db: Database, before: LogPlace | null, most: number): Promise<LogRow[]> => {
  const decisions = db
    .selectFrom('moderation_log')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('item', 'desc')
    .orderBy('version', 'desc')
    .limit(most + 1)
  if (before === null) return decisions.execute()
  return decisions
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('at', 'kind', 'item', 'version'), '<', tuple(before.at, before.kind, before.item, before.version)),
    )
    .execute()
}

/** What was decided about some entries of a kind, the oldest first. */
export const readLogOf = async (db: Database, kind: ModeratedKind, ids: readonly string[]): Promise<LogRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('moderation_log')
        .selectAll()
        .where('kind', '=', kind)
        .where('item', 'in', ids)
        .orderBy('at')
        .orderBy('version')
        .execute()

/** Where some entries of a kind stand. */
export const readItems = async (db: Database, kind: ModeratedKind, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('moderation_items').selectAll().where('kind', '=', kind).where('id', 'in', ids).execute()

/** For which entries of a kind a writer is blocked. */
export const readBlocks = async (db: Database, kind: ModeratedKind, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const blocks = db.selectFrom('blocked_writers').select('item').where('kind', '=', kind).where('item', 'in', ids)
  return new Set((await blocks.execute()).map(({ item }) => item))
}
