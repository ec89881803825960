import { listed, runTransaction } from '@corroborate/server-kit/database'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { holdAccountStatus, holdProof, type SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { Account, DeletedAccount, Visitor } from '../../kit/people/index.ts'
import { type ActivityTables, recordActivity, retractActivity, unnameActivity } from '../../paper/activity/index.ts'
import { type Moderated, type ModerationTables, withdraw } from '../moderation/index.ts'
import { readText } from '../written-text/read-text.ts'
import type { NoteTables } from './store.ts'

const noteKey = (id: string): string => `note-approved:${id}`

/** Notes in the queue of moderators: public from the moment that one is approved. */
export const moderatedNotes: Moderated<NoteTables & ModerationTables & ActivityTables> = {
  kind: 'comment',
  async read(db, ids) {
    const rows = await db
      .selectFrom('notes')
      .leftJoin('notes as answered', 'answered.id', 'notes.reply_to')
      .selectAll('notes')
      .select('answered.content as answered')
      .where('notes.id', 'in', listed(db, JSON.stringify(ids)))
      .execute()
    return new Map(
      rows.map(({ id, author, signed_in, content, interests, answered }) => [
        id,
        {
          author,
          authorIsChecked: signed_in === 1,
          paragraphs: readText(content),
          facts: [
            ...(interests === null ? [] : [{ label: 'Competing interests', value: interests }]),
            ...(answered === null ? [] : [{ label: 'In reply to', value: answered.slice(0, 200) }]),
          ],
        },
      ]),
    )
  },
  async told(db, id) {
    const note = await db.selectFrom('notes').select('doi').where('id', '=', id).executeTakeFirst()
    if (note === undefined) return null
    const doi = storedDoi(note.doi)
    const where = { approved: paths.note(doi, id), rejected: paths.login(paths.editNote(doi, id)) }
    return { what: 'note', email: null, paths: where }
  },
  async settle(tx, { id, doi, from, to, at }) {
    const published_at = to === 'approved' ? at : null
    const note = await tx
      .updateTable('notes')
      .set({ published_at })
      .where('id', '=', id)
      .returning(['author', 'content'])
      .executeTakeFirst()
    const key = noteKey(id)
    const activity = tx.$pickTables<keyof ActivityTables>()
    if (from === 'approved') await retractActivity(activity, key)
    if (to !== 'approved' || note === undefined) return
    const path = paths.note(doi, id)
    const { author: name, content: detail } = note
    const what = { kind: 'note-approved', label: 'A note from a reader', date: null, outcome: null } as const
    await recordActivity(activity, { doi, key, at, by: { name, href: null }, detail, path, ...what }, at)
  },
}

type Tables = NoteTables & ModerationTables & SignInTables & ActivityTables

/** Display name for notes of deleted accounts. */
export const formerReader = 'A former reader'

/**
 * Moves a visitor's notes to their account. Idempotent.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const moveNotes = async (
  db: Kysely<NoteTables & SignInTables>,
  visitor: Visitor,
  account: Account,
): Promise<void> => {
  const first = db.selectFrom('notes').select('id').where('writer', '=', visitor.key).limit(1)
  // Nearly always there is none, and then nothing is written.
  if ((await first.executeTakeFirst()) === undefined) return
  await runTransaction(db, async tx => {
    const signed_in = (await holdAccountStatus(tx, account)) ? 1 : 0
    await tx.updateTable('notes').set({ writer: account.key, signed_in }).where('writer', '=', visitor.key).execute()
  })
}

/** Updates the verified flag of an account's notes. */
export const noteProofOfNotes = async (
  tx: Transaction<NoteTables>,
  { key }: Pick<Account, 'key'>,
  proved: boolean,
): Promise<void> => {
  const signed_in = proved ? 1 : 0
  await tx
    .updateTable('notes')
    .set({ signed_in })
    .where('writer', '=', key)
    .where('signed_in', '<>', signed_in)
    .execute()
}

/**
 * Deletes the notes of an account that are not public, and takes its name off those that are, also where they are listed: others may
 * have answered them.
 * With `upTo` only those written or changed up to then.
 */
export const deleteNotes = async (tx: Transaction<Tables>, { id, key, upTo }: DeletedAccount): Promise<void> => {
  await holdProof(tx, id)
  const waiting = await tx
    .selectFrom('notes')
    .select('id')
    .where('writer', '=', key)
    .where('published_at', 'is', null)
    .where(writtenUpTo(upTo))
    .orderBy('id')
    .execute()
  for (const note of waiting) {
    if ((await withdraw(tx, { kind: 'comment', id: note.id })) === 'closed') continue
    await tx.deleteFrom('notes').where('id', '=', note.id).execute()
  }
  const unnamed = await tx
    .updateTable('notes')
    .set({ writer: null, author: formerReader, signed_in: 0, author_proof: null, sent_as: null })
    .where('writer', '=', key)
    .where(writtenUpTo(upTo))
    .returning('id')
    .execute()
  // Sorted, so that two transactions never deadlock.
  for (const note of unnamed.map(({ id }) => id).toSorted())
    await unnameActivity(tx.$pickTables<keyof ActivityTables>(), noteKey(note), formerReader)
}

const writtenUpTo =
  (upTo: number | null) =>
  ({ eb, fn }: ExpressionBuilder<NoteTables, 'notes'>) =>
    eb(fn.coalesce('edited_at', 'written_at'), '<=', upTo ?? Number.MAX_SAFE_INTEGER)
