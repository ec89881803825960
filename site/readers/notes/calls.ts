import { addressOf, type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Proofs } from '../../accounts/proofs/index.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import type { People, Person } from '../../kit/people/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'
import { type ModerationTables, type Revised, readStandings, requireMayWrite } from '../moderation/index.ts'
import { cleanLine, cleanText } from '../written-text/index.ts'
import type { NoteFormModel } from './model.ts'
import { notesPage } from './notes-page.ts'
import { newNoteForm, notesReader } from './read-notes.ts'
import { type NoteDraft, problemOf } from './rules.ts'
import { findNote, type NotePlace, type NoteTables, readNotePlace, writeNotePlace } from './store.ts'
import { addNote, editNote, withdrawNote } from './write-note.ts'

export type NoteLimits = 'note' | 'noteOnPaper' | 'noteOfPerson' | 'notesOfPaper'

type CallsOptions = {
  db: Kysely<NoteTables & ModerationTables & SignInTables>
  people: People
  /** For the title of the paper. */
  facts: Pick<FindFacts, 'findNear'>
  pages: Pages
  limits: Pick<Limits<NoteLimits>, 'require' | 'isNear'>
  proofs: Pick<Proofs, 'requireWhenNear'>
  now: () => number
}

/** So many notes on a page of them. */
const mostOnPage = 25

const id = z.string().regex(/^[\w-]{1,64}$/, { error: 'this is not the id of a note' })
const typed = z.string({ error: 'send a text' }).default('')
/** A form sends an empty text where there is nothing. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.nullish())
const noteBody = z.object({
  author: typed,
  content: typed,
  interests: typed,
  /** The note that it answers. */
  reply_to: optional(id),
  /** The note that it changes or withdraws, and the version of it that the writer saw. */
  note: optional(id),
  version: optional(z.coerce.number().int().min(1).max(1e9)),
  action: z.enum(['send', 'withdraw'], { error: 'say "send" or "withdraw"' }).default('send'),
})
type NoteBody = z.output<typeof noteBody>

/** `POST /{doi}/comment` (SPEC §7) and the page of all notes on a paper. */
export const createNoteCalls = ({ db, people, facts, pages, limits, proofs, now }: CallsOptions) => {
  const readNotes = notesReader(db)

  /** The page of notes, with the form as it was sent when that could not be done. */
  const show = async (
    c: HttpContext,
    doi: Doi,
    { form, place = null, status = 200 }: { form: NoteFormModel; place?: NotePlace | null; status?: number },
  ): Promise<Response> => {
    const person = people.known(c)
    const [read, answer] = await Promise.all([readNotes(doi, person, place, mostOnPage), facts.findNear(doi)])
    const title = answer.kind === 'found' ? answer.facts.title : null
    const { next, ...notes } = read
    const model = {
      ...notes,
      paper: { doi, title: title ?? doi, href: paths.paper(doi) },
      next: next === null ? null : paths.notes(doi, { before: writeNotePlace(next) }),
      first: place === null ? null : paths.comment(doi),
      form,
    }
    return pages.show(c, notesPage, model, status)
  }

  const page: DoiHandler = async (c, doi) => {
    const query = new URL(c.req.url).searchParams
    const person = people.known(c)
    const fresh = newNoteForm(doi, person)
    const edited = query.get('edit')
    if (edited !== null) return show(c, doi, { form: await formToEdit(doi, person, edited) })
    const answered = query.get('reply')
    const note = answered === null ? undefined : await publicNote(doi, answered)
    const answers = note === undefined ? null : { id: note.id, author: note.author }
    const place = readNotePlace(query.get('before')) ?? (await placeOf(doi, query.get('note')))
    return show(c, doi, { form: { ...fresh, answers }, place })
  }

  /** @throws HttpProblem 404 for a note of somebody else, and for one that is public by now */
  const formToEdit = async (doi: Doi, person: Person | null, id: string): Promise<NoteFormModel> => {
    const note = await findNote(db, doi, id)
    const standing = (await readStandings(db, 'comment', [id])).get(id)
    if (note === undefined || standing === undefined || person === null || note.writer !== person.key) throw gone()
    if (note.published_at !== null) throw closed()
    const draft = { author: note.author, content: note.content, interests: note.interests ?? '' }
    return { ...newNoteForm(doi, person), draft, edits: { id, version: standing.version } }
  }

  /** From where on the page shows a note first; an answer stands below the note that it answers. */
  const placeOf = async (doi: Doi, id: string | null): Promise<NotePlace | null> => {
    const found = id === null ? undefined : await findNote(db, doi, id)
    const note = found?.reply_to == null ? found : await findNote(db, doi, found.reply_to)
    // Just behind its own place: any longer text comes after a text.
    return note?.published_at == null ? null : { publishedAt: note.published_at, id: `${note.id}0` }
  }

  /** A note that can be answered: public, and no answer itself. */
  const publicNote = async (doi: Doi, id: string) => {
    const note = await findNote(db, doi, id)
    return note !== undefined && note.published_at !== null && note.reply_to === null ? note : undefined
  }

  const post: DoiHandler = async (c, doi) => {
    const body = await readBody(c, noteBody)
    if (!(isFormPost(c) && wantsPage(c))) {
      c.header('Cache-Control', 'no-store')
      return c.json(await perform(c, doi, body))
    }
    try {
      const done = await perform(c, doi, body)
      return c.redirect(`${paths.paper(doi)}#${done.status === 'withdrawn' ? 'notes' : `note-${done.id}`}`, 303)
    } catch (problem) {
      if (!(problem instanceof HttpProblem) || body.action === 'withdraw') throw problem
      return showAgain(c, doi, body, problem)
    }
  }

  /** What was typed is still there, beside what to do. */
  const showAgain = async (c: HttpContext, doi: Doi, body: NoteBody, problem: HttpProblem): Promise<Response> => {
    const answered = body.reply_to == null ? undefined : await publicNote(doi, body.reply_to)
    const form: NoteFormModel = {
      ...newNoteForm(doi, people.known(c)),
      draft: { author: body.author, content: body.content, interests: body.interests },
      problem: problem.message,
      edits: body.note == null ? null : { id: body.note, version: body.version ?? 1 },
      answers: answered === undefined ? null : { id: answered.id, author: answered.author },
    }
    const answer = await show(c, doi, { form, status: problem.status })
    for (const [name, value] of Object.entries(problem.headers)) answer.headers.set(name, value)
    return answer
  }

  const perform = async (
    c: HttpContext,
    doi: Doi,
    body: NoteBody,
  ): Promise<{ id: string; status: 'pending' | 'withdrawn' }> => {
    if (body.action === 'withdraw') {
      const person = people.known(c)
      if (person === null || body.note == null) throw gone()
      await limits.require('note', { address: addressOf(c) })
      requireDone(await withdrawNote(db, { doi, person, id: body.note }))
      return { id: body.note, status: 'withdrawn' }
    }
    const draft: NoteDraft = {
      author: cleanLine(body.author),
      content: cleanText(body.content),
      interests: cleanLine(body.interests),
    }
    const problem = problemOf(draft)
    if (problem !== null) throw new HttpProblem(400, problem, { kind: 'invalid-input' })
    await requireMayWrite(db, people.known(c))
    return body.note == null ? add(c, doi, draft, body.reply_to ?? null) : edit(c, doi, draft, body.note, body.version)
  }

  const add = async (c: HttpContext, doi: Doi, draft: NoteDraft, replyTo: string | null) => {
    if (replyTo !== null && (await publicNote(doi, replyTo)) === undefined)
      throw new HttpProblem(404, 'The note that you answer is not public any more.')
    await requireRoom(c, doi)
    const person = people.recognised(c)
    const id = await addNote(db, { doi, person, draft, replyTo, now: now() })
    return { id, status: 'pending' as const }
  }

  /** Nothing is kept of whoever writes too much: the moderators' time is everybody's. */
  const requireRoom = async (c: HttpContext, doi: Doi): Promise<void> => {
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

  const edit = async (c: HttpContext, doi: Doi, draft: NoteDraft, id: string, version: number | null | undefined) => {
    const person = people.known(c)
    if (person === null) throw gone()
    await limits.require('note', { address: addressOf(c) })
    requireDone(await editNote(db, { doi, person, draft, id, version: version ?? null, now: now() }))
    return { id, status: 'pending' as const }
  }

  return { page, post }
}

/** @throws HttpProblem for a change that was not made */
const requireDone = (revised: Revised): void => {
  if (revised === 'gone') throw gone()
  if (revised === 'closed') throw closed()
  if (revised === 'changed')
    throw new HttpProblem(409, 'This note has changed since you opened it. Load the page again, then change it.')
}

const gone = (): HttpProblem => new HttpProblem(404, 'There is no such note of yours.')
const closed = (): HttpProblem =>
  new HttpProblem(409, 'A moderator has decided about this note meanwhile: it cannot be changed any more.')
