import { deleteInSteps } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { AccountIds } from '../../kit/feature/index.ts'
import type { Account, DeletedAccount, Visitor } from '../../kit/people/index.ts'
import { siteTables } from '../../kit/retention/index.ts'
import { isoTime } from '../../kit/times/index.ts'
import { type ModerationTables, withdraw } from '../moderation/index.ts'
import type { ProblemTables } from './store.ts'

/** Moves a visitor's problem reports to their account. Idempotent. */
export const moveProblems = async (
  db: Kysely<ProblemTables>,
  visitor: Visitor,
  { key }: Pick<Account, 'key'>,
): Promise<void> => {
  const first = db.selectFrom('problems').select('id').where('writer', '=', visitor.key).limit(1)
  // Nearly always there is none, and then nothing is written.
  if ((await first.executeTakeFirst()) === undefined) return
  await db.updateTable('problems').set({ writer: key }).where('writer', '=', visitor.key).execute()
}

/** Deletes an account's problem reports, including from the queue; decisions stay anonymized. With `upTo` only reports from before. */
export const deleteProblems = async (
  tx: Transaction<ProblemTables & ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const until = upTo ?? Number.MAX_SAFE_INTEGER
  const found = tx.selectFrom('problems').select('id').where('writer', '=', key).where('written_at', '<=', until)
  for (const { id } of await found.orderBy('id').execute()) {
    const left = await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'problem', id })
    if (left === 'closed')
      await tx.updateTable('problems').set({ writer: null, email: null }).where('id', '=', id).execute()
    else await tx.deleteFrom('problems').where('id', '=', id).execute()
  }
}

export const exportProblems = async (db: Kysely<ProblemTables>, { key }: AccountIds) => {
  const rows = await db
    .selectFrom('problems')
    .select(['doi', 'about_words', 'words', 'email', 'written_at'])
    .where('writer', '=', key)
    .orderBy('written_at')
    .execute()
  return { problems: rows.map(({ written_at, ...row }) => ({ ...row, sent: isoTime(written_at) })) }
}

/** Removes address and author from old problem reports. Their text stays with the decision. */
export const forgetSenders = async (db: Kysely<ProblemTables>, now: number): Promise<void> => {
  const old = db
    .selectFrom('problems')
    .select('id')
    .where('written_at', '<', now - siteTables.problems.ms)
    .where(is => is.or([is('writer', 'is not', null), is('email', 'is not', null)]))
  await deleteInSteps(db, async (tx, most) => {
    const changed = tx.updateTable('problems').set({ writer: null, email: null }).where('id', 'in', old.limit(most))
    const { numUpdatedRows } = await changed.executeTakeFirstOrThrow()
    return { numDeletedRows: numUpdatedRows }
  })
}
