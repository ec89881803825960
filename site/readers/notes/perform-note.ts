import { hash, randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { type Locale, localeOf } from '@corroborate/wire/locales'
import { cleanLine, cleanText } from '@corroborate/wire/written-text'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Proofs } from '../../accounts/proofs/create-proofs.ts'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import type { People, Person } from '../../kit/people/index.ts'
import { type DraftTables, dropDraft } from '../drafts/store.ts'
import {
  type ModerationTables,
  type Revised,
  requireMayWrite,
  revise,
  submit,
  withdraw as writeNoteWithdraw,
} from '../moderation/index.ts'
import { type NoteDraft, problemOf } from './rules.ts'
import { likenessOf, readNoteFacts, signalsOf } from './signals.ts'
import { findAnswerable, findNote, type NoteTables, proofOfAuthorship } from './store.ts'

const id = z.string().regex(/^[\w-]{1,64}$/, { error: 'this is not the id of a note' })
const typed = z.string({ error: 'send a text' }).default('')
/** A form sends an empty text where there is nothing. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.nullish())

/** Body of `POST /{doi}/comment`. */
export const noteBody = z.object({
  author: typed,
  content: typed,
  interests: typed,
  /** The note that it answers. */
  reply_to: optional(id),
  /** The note that it changes or withdraws, and the version of it that the writer saw. */
  note: optional(id),
  version: optional(z.coerce.number().int().min(1).max(1e9)),
  /** Account that the form's page was rendered for. */
  [actingForField]: optional(z.string().max(128)),
  /** The draft of an assistant that it was made from. */
  assistant_draft: optional(id),
  action: z.enum(['send', 'withdraw'], { error: 'must be "send" or "withdraw"' }).default('send'),
})

export type NoteBody = z.output<typeof noteBody>

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
    const signed_in = (await holdAccountStatus(tx, person)) ? 1 : 0
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
const editNote = async (
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
const withdrawNote = (
  db: Kysely<Tables>,
  { doi, person, id }: Pick<Writing, 'doi' | 'person'> & { id: string },
): Promise<Exclude<Revised, 'changed'>> =>
  runTransaction(db, async tx => {
    if (!(await isOwn(tx, doi, person, id))) return 'gone'
    const withdrawn = await writeNoteWithdraw(tx, { kind: 'comment', id })
    if (withdrawn === 'done') await tx.deleteFrom('notes').where('id', '=', id).execute()
    return withdrawn
  })

const isOwn = async (tx: Transaction<NoteTables>, doi: Doi, { key }: Person, id: string): Promise<boolean> =>
  (await findNote(tx, doi, id))?.writer === key

export type NoteLimits = 'note' | 'noteOnPaper' | 'noteOfPerson' | 'notesOfPaper'

export type PerformOptions = {
  db: Kysely<NoteTables & ModerationTables & SignInTables & DraftTables>
  people: Pick<People, 'known' | 'recognised' | 'session'>
  limits: Pick<Limits<NoteLimits>, 'require' | 'isNear'>
  proofs: Pick<Proofs, 'requireWhenNear'>
  now: () => number
}

export type Performed = { id: string; status: 'pending' | 'withdrawn' }

/**
 * Executes a request: adds a note, or edits or withdraws one's own.
 * @throws HttpProblem 400 for an incomplete or too long note, 404 for a missing or another author's note, 409 if it has changed, 403 and
 * 429 for those who may not write now
 */
export const performNote = (options: PerformOptions, c: HttpContext, doi: Doi, body: NoteBody): Promise<Performed> =>
  body.action === 'withdraw' ? withdraw(options, c, doi, body) : send(options, c, doi, body)

const withdraw = async ({ db, people, limits }: PerformOptions, c: HttpContext, doi: Doi, body: NoteBody) => {
  const person = people.known(c)
  if (person === null || body.note == null) throw unknownNote()
  await limits.require('note', { address: addressOf(c) })
  requireDone(await withdrawNote(db, { doi, person, id: body.note }))
  return { id: body.note, status: 'withdrawn' } as const
}

const send = async (options: PerformOptions, c: HttpContext, doi: Doi, body: NoteBody): Promise<Performed> => {
  const draft: NoteDraft = {
    author: cleanLine(body.author),
    content: cleanText(body.content),
    interests: cleanLine(body.interests),
  }
  const problem = problemOf(draft)
  if (problem !== null) throw new HttpProblem(400, problem, { kind: 'invalid-input' })
  await requireMayWrite(options.db, options.people.known(c))
  const id =
    body.note == null
      ? await add(options, c, doi, draft, body.reply_to ?? null)
      : await edit(options, c, doi, draft, { id: body.note, version: body.version ?? null })
  if (body.assistant_draft != null) await dropUsedDraft(options, c, doi)
  return { id, status: 'pending' }
}

const dropUsedDraft = async ({ db, people }: PerformOptions, c: HttpContext, doi: Doi): Promise<void> => {
  const person = people.known(c)
  if (person?.signedIn === true) await dropDraft(db, { author: person.key, doi, kind: 'note' })
}

const add = async (options: PerformOptions, c: HttpContext, doi: Doi, draft: NoteDraft, replyTo: string | null) => {
  const { db, people, now } = options
  if (replyTo !== null && (await findAnswerable(db, doi, replyTo)) === undefined)
    throw new HttpProblem(404, 'The note you are replying to is no longer public.')
  await requireRoom(options, c, doi)
  const locale = localeOf(c.req.header('Accept-Language'))
  return addNote(db, { doi, person: people.recognised(c), draft, replyTo, locale, now: now() })
}

const edit = async (
  { db, people, limits, now }: PerformOptions,
  c: HttpContext,
  doi: Doi,
  draft: NoteDraft,
  { id, version }: { id: string; version: number | null },
) => {
  const person = people.known(c)
  if (person === null) throw unknownNote()
  await limits.require('note', { address: addressOf(c) })
  requireDone(await editNote(db, { doi, person, draft, id, version, now: now() }))
  return id
}

/** Counts a new note. Moderators read every note, so one writer or one address can send only so many. @throws HttpProblem 403, 429 */
const requireRoom = async ({ people, limits, proofs }: PerformOptions, c: HttpContext, doi: Doi): Promise<void> => {
  const address = addressOf(c)
  const person = people.known(c)
  const isProved = person?.signedIn && person.proved
  if (!isProved)
    await proofs.requireWhenNear(c, 'notes', [
      limits.isNear('note', { address }),
      limits.isNear('noteOnPaper', { address, about: doi }),
      limits.isNear('notesOfPaper', doi),
    ])
  if (person?.signedIn) await limits.require('noteOfPerson', person.key)
  await limits.require('note', { address })
  if (isProved) return
  await limits.require('noteOnPaper', { address, about: doi })
  await limits.require('notesOfPaper', doi)
}

/** @throws HttpProblem for a change that was not made */
const requireDone = (revised: Revised): void => {
  if (revised === 'gone') throw unknownNote()
  if (revised === 'closed') throw decidedNote()
  if (revised === 'changed')
    throw new HttpProblem(409, 'This note has changed since you opened it. Reload the page, then edit it again.')
}

export const unknownNote = (): HttpProblem => new HttpProblem(404, 'Note not found.')
export const decidedNote = (): HttpProblem =>
  new HttpProblem(409, 'A moderator has decided on this note in the meantime, so it can no longer be edited.')
