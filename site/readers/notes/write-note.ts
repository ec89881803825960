import { hash, randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Locale } from '../../kit/locales/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { type ModerationTables, type Revised, revise, submit, withdraw } from '../moderation/index.ts'
import { proofOfAuthorship } from './author-proof.ts'
import type { NoteDraft } from './rules.ts'
import { likenessOf, readNoteFacts, signalsOf } from './signals.ts'
import { findNote, type NoteTables } from './store.ts'

type Tables = NoteTables & ModerationTables & SignInTables
type Writing = { doi: Doi; person: Person; draft: NoteDraft; now: number }

/**
 * Stores a new note, pending moderation. The draft is normalized and valid. Returns its ID; a repeated note, even concurrent, is stored
 * once and returns the first ID.
 * @throws HttpProblem 401 if the author's account was deleted meanwhile
 */
export const addNote = async (
  db: Kysely<Tables>,
  { doi, person, draft, replyTo, locale, now }: Writing & { replyTo: string | null; locale: Locale },
): Promise<string> => {
  const id = randomUUID()
  const authorProof = await proofOfAuthorship(doi, person)
  const signals = signalsOf(await readNoteFacts(db, { id, content: draft.content, person }))
  const sent_as = sentAs({ doi, person, draft, replyTo })
  return runTransaction(db, async tx => {
    const signed_in = (await holdStanding(tx, person)) ? 1 : 0
    const kept = await tx
      .insertInto('notes')
      .values({
        id,
        doi,
        writer: person.key,
        signed_in,
        author: draft.author,
        content: draft.content,
        interests: draft.interests === '' ? null : draft.interests,
        reply_to: replyTo,
        author_proof: authorProof,
        likeness: likenessOf(draft.content),
        sent_as,
        written_at: now,
        edited_at: null,
        published_at: null,
      })
      .onConflict(conflict => conflict.column('sent_as').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (kept === undefined)
      return (await tx.selectFrom('notes').select('id').where('sent_as', '=', sent_as).executeTakeFirstOrThrow()).id
    await submit(tx, { kind: 'comment', id, doi, writer: person.key, locale, signals, now })
    return id
  })
}

/**
 * Idempotency key of a note, for double clicks and client retries. Ignores the visitor, since a browser without a cookie gets a different
 * one in each of two concurrent requests.
 */
const sentAs = ({ doi, person, draft, replyTo }: Omit<Writing, 'now'> & { replyTo: string | null }): string =>
  hash(
    'sha256',
    JSON.stringify([person.signedIn ? person.key : null, doi, replyTo, draft.author, draft.content, draft.interests]),
    'base64url',
  )

/** Edits the author's own unapproved note, which becomes pending again. Another author's note is reported as `gone`. */
export const editNote = async (
  db: Kysely<Tables>,
  { doi, person, draft, id, version, now }: Writing & { id: string; version: number | null },
): Promise<Revised> => {
  const signals = signalsOf(await readNoteFacts(db, { id, content: draft.content, person }))
  return runTransaction(db, async tx => {
    if (!(await isOwn(tx, doi, person, id))) return 'gone'
    const revised = await revise(tx, { kind: 'comment', id, version, signals, now })
    if (revised !== 'done') return revised
    await tx
      .updateTable('notes')
      .set({
        author: draft.author,
        content: draft.content,
        interests: draft.interests === '' ? null : draft.interests,
        likeness: likenessOf(draft.content),
        sent_as: null,
        edited_at: now,
      })
      .where('id', '=', id)
      .execute()
    return 'done'
  })
}

/** The writer takes a note back that is not approved: it is deleted. */
export const withdrawNote = (
  db: Kysely<Tables>,
  { doi, person, id }: Pick<Writing, 'doi' | 'person'> & { id: string },
): Promise<Exclude<Revised, 'changed'>> =>
  runTransaction(db, async tx => {
    if (!(await isOwn(tx, doi, person, id))) return 'gone'
    const withdrawn = await withdraw(tx, { kind: 'comment', id })
    if (withdrawn === 'done') await tx.deleteFrom('notes').where('id', '=', id).execute()
    return withdrawn
  })

const isOwn = async (tx: Transaction<NoteTables>, doi: Doi, { key }: Person, id: string): Promise<boolean> =>
  (await findNote(tx, doi, id))?.writer === key
