import { addressOf, type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import type { Proofs } from '../../accounts/proofs/index.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { localeOf } from '../../kit/locales/index.ts'
import type { People } from '../../kit/people/index.ts'
import { type DraftTables, dropDraft } from '../drafts/index.ts'
import { type ModerationTables, type Revised, requireMayWrite } from '../moderation/index.ts'
import { cleanLine, cleanText } from '../written-text/index.ts'
import type { NoteBody } from './note-body.ts'
import { type NoteDraft, problemOf } from './rules.ts'
import { findAnswerable, type NoteTables } from './store.ts'
import { addNote, editNote, withdrawNote } from './write-note.ts'

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
