import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { type ModeratedKind, type ModerationQueue, moderatedKinds, moderationQueues } from './rules.ts'
import type { ModerationTables } from './store.ts'

const day = 24 * 60 * 60_000

/** For how long an entry has waited at least, by the word in the address. */
const waitingFor = { day: day, week: 7 * day, month: 30 * day } as const
export type WaitingFor = keyof typeof waitingFor

/** Signal filters by query value: a part of the signal's text. */
const signalParts = {
  links: 'link',
  first: 'from this person',
  refused: 'refused before',
  unconfirmed: 'no confirmed account',
  short: 'very short',
  capitals: 'mostly in capitals',
  material: 'nothing to check it with',
} as const
export type SignalName = keyof typeof signalParts

/** Filters of the queue; null for none. */
export type QueueFilters = {
  queue: ModerationQueue | null
  paper: Doi | null
  /** References a person by one of their entries, so that no account key is in a URL. */
  person: { kind: ModeratedKind; id: string } | null
  signal: SignalName | null
  age: WaitingFor | null
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find(one => one === text) ?? null

/** Parses a URL's filters; ignores invalid ones. */
export const readFilters = (query: URLSearchParams): QueueFilters => {
  const [, kind, id] = /^(\w+):([\w-]{1,64})$/.exec(query.get('person') ?? '') ?? []
  const known = oneOf(moderatedKinds, kind ?? null)
  return {
    queue: oneOf(moderationQueues, query.get('queue')),
    paper: parseDoi(query.get('paper') ?? ''),
    person: known === null || id === undefined ? null : { kind: known, id },
    signal: oneOf(Object.keys(signalParts) as SignalName[], query.get('signal')),
    age: oneOf(Object.keys(waitingFor) as WaitingFor[], query.get('age')),
  }
}

/** Formats filters as query values; null for none. */
export const writeFilters = ({ queue, paper, person, signal, age }: QueueFilters): Record<string, string | null> => ({
  queue,
  paper,
  person: person === null ? null : `${person.kind}:${person.id}`,
  signal,
  age,
})

/** True if filters within a queue are active. */
export const isFiltered = ({ paper, person, signal, age }: QueueFilters): boolean =>
  paper !== null || person !== null || signal !== null || age !== null

type Database = Kysely<ModerationTables>
export type ItemRow = Selectable<ModerationTables['moderation_items']>
export type LogRow = Selectable<ModerationTables['moderation_log']>

/** Cursor of the queue for URLs: the next page continues after it, whatever was decided meanwhile. */
export type QueuePlace = Pick<ItemRow, 'score' | 'waiting_since' | 'id'>

export const writeQueuePlace = ({ score, waiting_since, id }: QueuePlace): string => `${score}.${waiting_since}.${id}`

/** The place that an address names; null for anything else. */
export const readQueuePlace = (text: string | null): QueuePlace | null => {
  const [, score, since, id] = /^(\d{1,6})\.(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '') ?? []
  return id === undefined ? null : { score: Number(score), waiting_since: Number(since), id }
}

/** Returns pending entries, lowest signal score first, then oldest; one more than `most` if there are more. */
export const readQueue = (
  db: Database,
  queue: ModerationQueue,
  filters: Filters,
  after: QueuePlace | null,
  most: number,
): Promise<ItemRow[]> => {
  const waiting = filtered(itemsIn(db, queue), filters)
    .selectAll()
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

/** Counts pending entries of a queue with filters. */
export const countWaiting = async (db: Database, queue: ModerationQueue, filters: Filters): Promise<number> => {
  const { count } = await filtered(itemsIn(db, queue), filters)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Filters within a queue, as of `now` (epoch ms). */
export type Filters = Pick<QueueFilters, 'paper' | 'person' | 'signal' | 'age'> & { now: number }

const filtered = <O>(
  items: SelectQueryBuilder<ModerationTables, 'moderation_items', O>,
  { paper, person, signal, age, now }: Filters,
): SelectQueryBuilder<ModerationTables, 'moderation_items', O> =>
  items
    .$if(paper !== null, query => query.where('doi', '=', paper ?? ''))
    .$if(signal !== null, query => query.where('signals', 'like', `%${signal === null ? '' : signalParts[signal]}%`))
    .$if(age !== null, query => query.where('waiting_since', '<=', now - (age === null ? 0 : waitingFor[age])))
    .$if(person !== null, query =>
      query.where('writer', '=', ({ selectFrom }) =>
        selectFrom('moderation_items as theirs')
          .select('theirs.writer')
          .where('theirs.kind', '=', person?.kind ?? 'comment')
          .where('theirs.id', '=', person?.id ?? ''),
      ),
    )

const itemsIn = (db: Database, queue: ModerationQueue) => {
  const items = db.selectFrom('moderation_items')
  return queue === 'second'
    ? items.where('second', '=', 'wanted')
    : items.where('status', '=', 'pending').where('kind', '=', queue)
}

/** A place in the log, in an address. */
export type LogPlace = Pick<LogRow, 'at' | 'kind' | 'item' | 'version'>

export const writeLogPlace = ({ at, kind, item, version }: LogPlace): string => `${at}.${kind}.${item}.${version}`

export const readLogPlace = (text: string | null): LogPlace | null => {
  const [, at, kind, item, version] =
    /^(\d{1,15})\.(comment|audit|contribution|problem)\.([\w-]{1,64})\.(\d{1,9})$/.exec(text ?? '') ?? []
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

/** Returns the decisions about entries of a kind, oldest first. */
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

/** Returns the status rows of entries of a kind. */
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
