import { runTransaction } from '@corroborate/server-kit/database'
import { HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely, Transaction } from 'kysely'
import type { Account, DeletedAccount, Person, Visitor } from '../../kit/people/index.ts'
import type { ModeratedKind } from './rules.ts'
import type { ModerationTables } from './store.ts'

type Block = { writer: string; kind: ModeratedKind; item: string; moderator: string; at: number }

/** Blocks an author while this or another blocking decision stands. */
export const blockWriter = async (tx: Transaction<ModerationTables>, block: Block): Promise<void> => {
  await tx.insertInto('blocked_writers').values(block).execute()
}

/**
 * Unblocks the author of an entry, unless another decision blocks them.
 * @returns true if they were blocked
 */
export const unblockWriter = async (
  tx: Transaction<ModerationTables>,
  { kind, item }: Pick<Block, 'kind' | 'item'>,
): Promise<boolean> => {
  const block = tx.deleteFrom('blocked_writers').where('kind', '=', kind).where('item', '=', item)
  return (await block.executeTakeFirst()).numDeletedRows > 0n
}

/** Returns those of the authors who are blocked. */
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

/** For routes that add to the queue. @throws HttpProblem 403 if the person is blocked */
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

/** Moves a visitor's entries and blocks to their account. Idempotent. */
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

/** Anonymizes a deleted account's moderation data: decisions stay without their moderator. With `upTo` only data from before. */
export const anonymizeModerator = async (
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
