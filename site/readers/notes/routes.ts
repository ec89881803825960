import {
  type HttpContext,
  HttpProblem,
  isFormPost,
  readBody,
  wantsPage,
  withHeadersOf,
} from '@corroborate/server-kit/http'
import { requireReader } from '../../accounts/sign-in/index.ts'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import type { Person } from '../../kit/people/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'
import { draftNotice, findDraft, requestsDraft } from '../drafts/store.ts'
import { readEntryStatuses } from '../moderation/index.ts'
import type { NotesPage } from './NotesPage.tsx'
import { decidedNote, type NoteBody, noteBody, type PerformOptions, performNote, unknownNote } from './perform-note.ts'
import { newNoteForm, notesReader } from './read-notes.ts'
import type { NoteFormModel, NotesPageModel } from './rules.ts'
import { findAnswerable, findNote, type NotePlace, placeOfNote, readNotePlace, writeNotePlace } from './store.ts'

/** Every note on a paper, and the form for another. */
export const notesPage = definePage({
  name: 'notes',
  component: markup<typeof NotesPage>('readers/notes/NotesPage.tsx'),
  head: ({ paper }: NotesPageModel, origin) => ({
    title: `Notes on ${paper.title} · Corroborate`,
    canonical: `${origin}${paths.comment(storedDoi(paper.doi))}`,
    meta: [{ name: 'robots', content: 'noindex' }],
  }),
  islands: 'readers/notes/islands.tsx',
  scriptBudget: 7_400,
})

type CallsOptions = PerformOptions & {
  /** For the title of the paper. */
  facts: Pick<FindFacts, 'findNear'>
  pages: Pick<Pages, 'show'>
}

/** So many notes on a page of them. */
const mostOnPage = 25

/** `POST /{doi}/comment` (SPEC §7) and the page of all notes on a paper. */
export const createNoteCalls = (options: CallsOptions) => {
  const { db, people, facts, pages, now } = options
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
    const edited = query.get('edit')
    if (edited !== null) return show(c, doi, { form: await readFormToEdit(db, doi, person, edited) })
    if (requestsDraft(c.req.url)) return show(c, doi, { form: await readFormWithDraft(db, doi, person, now()) })
    const answers = await readAnswered(db, doi, query.get('reply'))
    const place = readNotePlace(query.get('before')) ?? (await placeOfNote(db, doi, query.get('note')))
    return show(c, doi, { form: { ...newNoteForm(doi, person), answers }, place })
  }

  const post: DoiHandler = async (c, doi) => {
    const body = await readBody(c, noteBody)
    requireReader(people, c, body[actingForField] ?? undefined)
    if (!(isFormPost(c) && wantsPage(c))) {
      c.header('Cache-Control', 'no-store')
      return c.json(await performNote(options, c, doi, body))
    }
    try {
      const done = await performNote(options, c, doi, body)
      return c.redirect(`${paths.paper(doi)}#${done.status === 'withdrawn' ? 'notes' : `note-${done.id}`}`, 303)
    } catch (problem) {
      if (!(problem instanceof HttpProblem) || body.action === 'withdraw') throw problem
      return showAgain(c, doi, body, problem)
    }
  }

  const showAgain = async (c: HttpContext, doi: Doi, body: NoteBody, problem: HttpProblem): Promise<Response> => {
    const form = refusedForm(newNoteForm(doi, people.known(c)), body, problem.message)
    const answers = await readAnswered(db, doi, body.reply_to ?? null)
    return withHeadersOf(problem, await show(c, doi, { form: { ...form, answers }, status: problem.status }))
  }

  return { page, post }
}

type Db = PerformOptions['db']

/** Returns the form with the reader's own note. @throws HttpProblem 404 for another author's note, 409 for a public one */
const readFormToEdit = async (db: Db, doi: Doi, person: Person | null, id: string): Promise<NoteFormModel> => {
  const note = await findNote(db, doi, id)
  const standing = (await readEntryStatuses(db, 'comment', [id])).get(id)
  if (note === undefined || standing === undefined || person === null || note.writer !== person.key) throw unknownNote()
  if (note.published_at !== null) throw decidedNote()
  const draft = { author: note.author, content: note.content, interests: note.interests ?? '' }
  return { ...newNoteForm(doi, person), draft, edits: { id, version: standing.version } }
}

/** Returns the form with the user's assistant draft; empty if there is none. */
const readFormWithDraft = async (db: Db, doi: Doi, person: Person | null, now: number): Promise<NoteFormModel> => {
  const form = newNoteForm(doi, person)
  if (person?.signedIn !== true) return form
  const place = { author: person.key, doi, kind: 'note' } as const
  const found = await findDraft(db, place, now)
  return found === null
    ? form
    : { ...form, draft: { ...form.draft, content: found.text }, assistant: draftNotice(found) }
}

/** The note that a form answers; null for none, and for one that cannot be answered. */
const readAnswered = async (db: Db, doi: Doi, id: string | null): Promise<NoteFormModel['answers']> => {
  const note = id === null ? undefined : await findAnswerable(db, doi, id)
  return note === undefined ? null : { id: note.id, author: note.author }
}

/** Returns the form with its input and error. */
const refusedForm = (form: NoteFormModel, body: NoteBody, problem: string): NoteFormModel => ({
  ...form,
  draft: { author: body.author, content: body.content, interests: body.interests },
  problem,
  edits: body.note == null ? null : { id: body.note, version: body.version ?? 1 },
})
