import { runTransaction } from '@corroborate/server-kit/database'
import { HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely, Transaction } from 'kysely'
import type { Account, DeletedAccount, Person, Visitor } from '../../kit/people/index.ts'
import type { ModeratedKind } from './rules.ts'
import type { ModerationTables } from './store.ts'

type Block = { writer: string; kind: ModeratedKind; item: string; moderator: string; at: number }

/** Lets a writer write no more, for as long as this decision stands, or another one that says so. */
export const blockWriter = async (tx: Transaction<ModerationTables>, block: Block): Promise<void> => {
  await tx.insertInto('blocked_writers').values(block).execute()
}

/**
 * Lets a person who was blocked for an entry write again, unless another decision blocks them.
 * @returns whether somebody was
 */
export const unblockWriter = async (
  tx: Transaction<ModerationTables>,
  { kind, item }: Pick<Block, 'kind' | 'item'>,
): Promise<boolean> => {
  const block = tx.deleteFrom('blocked_writers').where('kind', '=', kind).where('item', '=', item)
  return (await block.executeTakeFirst()).numDeletedRows > 0n
}

/** Which of some writers are blocked. */
export const readBlockedAmong = async (
  db: Kysely<ModerationTables> | Transaction<ModerationTables>,
  writers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (writers.length === 0) return new Set()
  const rows = await db
    .selectFrom('blocked_writers')
    .select('writer')
    .where('writer', 'in', [...new Set(writers)])
    .execute()
  return new Set(rows.map(({ writer }) => writer))
}

/** For calls that bring something into the queue. @throws HttpProblem 403 for somebody that a moderator has blocked */
export const requireMayWrite = async (db: Kysely<ModerationTables>, person: Person | null): Promise<void> => {
  if (person === null) return
  const blocked = await db
    .selectFrom('blocked_writers')
    .select('writer')
    .where('writer', '=', person.key)
    .executeTakeFirst()
  if (blocked !== undefined)
    throw new HttpProblem(403, 'A moderator has blocked you from writing here. You can still read and vote.')
}

/** What a visitor wrote, and whether they may, goes with them into their account. Doing it again does nothing. */
export const moveWriter = async (
  db: Kysely<ModerationTables>,
  visitor: Visitor,
  account: Pick<Account, 'key'>,
): Promise<void> => {
  const theirs = [
    db.selectFrom('moderation_items').select('writer').where('writer', '=', visitor.key).limit(1),
    db.selectFrom('blocked_writers').select('writer').where('writer', '=', visitor.key),
  ]
  // Nearly always there is nothing, and then nothing is written.
  const found = await Promise.all(theirs.map(query => query.executeTakeFirst()))
  if (found.every(row => row === undefined)) return
  await runTransaction(db, async tx => {
    await tx.updateTable('moderation_items').set({ writer: account.key }).where('writer', '=', visitor.key).execute()
    await tx.updateTable('blocked_writers').set({ writer: account.key }).where('writer', '=', visitor.key).execute()
  })
}

/**
 * Leaves nothing that speaks of a deleted account: decisions stay, without who made them. With `upTo` only what was done up to
 * then is so.
 */
export const forgetPerson = async (
  tx: Transaction<ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const latest = upTo ?? Number.MAX_SAFE_INTEGER
  await tx
    .updateTable('moderation_items')
    .set({ writer: null })
    .where('writer', '=', key)
    .where('waiting_since', '<=', latest)
    .execute()
  await tx.deleteFrom('blocked_writers').where('writer', '=', key).where('at', '<=', latest).execute()
  const nobody = { moderator: null }
  await tx.updateTable('blocked_writers').set(nobody).where('moderator', '=', key).where('at', '<=', latest).execute()
  await tx.updateTable('moderation_log').set(nobody).where('moderator', '=', key).where('at', '<=', latest).execute()
}

/** The decisions that an account made, for its person's own copy. */
export const exportDecisions = async (
  db: Kysely<ModerationTables>,
  { key }: Pick<Account, 'key'>,
): Promise<{ moderation: object[] }> => {
  const log = await db.selectFrom('moderation_log').selectAll().where('moderator', '=', key).orderBy('at').execute()
  return {
    moderation: log.map(({ moderator: _, month: __, at, ...line }) => ({ ...line, at: new Date(at).toISOString() })),
  }
}
