import type { Kysely } from 'kysely'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { type ModerationTables, rejectionReasons } from '../moderation/index.ts'
import { readText } from '../written-text/index.ts'
import type { NoteFormModel, OwnNote, PublicNote } from './model.ts'
import { emptyDraft } from './rules.ts'
import { type NotePlace, type NoteTables, type PublicRow, publicNotesReader, unpublishedReader } from './store.ts'

export type NotesRead = { notes: PublicNote[]; total: number; own: OwnNote[]; next: NotePlace | null }

/**
 * Prepares reading the notes on a paper: a page of those that are public, and the person's own that are not. At most `most` of them; where
 * there are more, the newest `ofMore`.
 */
export const notesReader = (db: Kysely<NoteTables & ModerationTables>) => {
  const pub = publicNotesReader(db)
  const unpublished = unpublishedReader(db)
  return async (
    doi: Doi,
    person: Person | null,
    before: NotePlace | null,
    most: number,
    ofMore = most,
  ): Promise<NotesRead> => {
    const [rows, own] = await Promise.all([
      pub.page(doi, before, most + 1),
      person === null ? [] : unpublished(person.key, doi),
    ])
    const shown = rows.slice(0, rows.length > most ? ofMore : most)
    // Most papers have no notes, and then nothing else is queried.
    const isAny = before !== null || rows.length > 0
    const [replies, total] = isAny
      ? await Promise.all([pub.repliesTo(shown.map(({ id }) => id)), pub.count(doi)])
      : [[], 0]
    const last = shown.at(-1)
    return {
      notes: shown.map(row => publicNote(row, replies)),
      total,
      own: own.flatMap(row => ownNote(row) ?? []),
      next: rows.length > most && last !== undefined ? { publishedAt: last.published_at ?? 0, id: last.id } : null,
    }
  }
}

const publicNote = (row: PublicRow, replies: readonly PublicRow[]): PublicNote => ({
  id: row.id,
  author: row.author,
  signedIn: row.signed_in === 1,
  authorProof: row.author_proof,
  paragraphs: readText(row.content),
  interests: row.interests,
  date: new Date(row.published_at ?? 0).toISOString().slice(0, 10),
  problem: paths.problem(row.doi as Doi, { kind: 'note', id: row.id }),
  replies: replies.filter(({ reply_to }) => reply_to === row.id).map(reply => publicNote(reply, [])),
})

type Unpublished = Awaited<ReturnType<ReturnType<typeof unpublishedReader>>>[number]

const ownNote = ({ id, author, content, interests, standing }: Unpublished): OwnNote | null => {
  const { status, version, reason, message } = standing
  // It was approved between two queries: the next look at the page shows it.
  if (status === 'approved') return null
  return {
    id,
    version,
    status,
    author,
    paragraphs: readText(content),
    interests,
    reason: reason === null ? null : rejectionReasons[reason],
    message,
  }
}

/** A form for a new note, with the name that others know an account by. */
export const newNoteForm = (doi: Doi, person: Person | null): NoteFormModel => ({
  doi,
  action: paths.comment(doi),
  reader: person?.signedIn ? person.id : null,
  draft: { ...emptyDraft, author: person?.signedIn ? person.name : '' },
  problem: null,
  edits: null,
  answers: null,
  assistant: null,
})
