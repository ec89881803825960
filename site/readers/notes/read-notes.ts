import { listed, prepareQuery } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Doi, paths, storedDoi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import type { NoteEntry } from '../../paper/known/index.ts'
import type { ReadNotes } from '../../paper/papers/index.ts'
import { type ModerationTables, rejectionReasons } from '../moderation/index.ts'
import { readText } from '../written-text/read-text.ts'
import { emptyDraft, type NoteFormModel, type OwnNote, type PublicNote } from './rules.ts'
import {
  isSeen,
  type NotePlace,
  type NoteTables,
  type PublicRow,
  publicNotesReader,
  unpublishedReader,
} from './store.ts'

/** Up to this number of notes on a paper, all are listed. */
const fewNotes = 4
/** Above it, only this number of the newest are listed; the others are counted. */
const newestTold = 2

/**
 * Reads a paper's public notes for display beside the evidence: author and date only, since the text is shown in the notes section. Uses an
 * index.
 */
export const toldNotesReader = (db: Kysely<NoteTables>): ReadNotes => {
  const { count } = publicNotesReader(db)
  const readNewest = prepareQuery(db, (doi: string) =>
    db
      .selectFrom('notes')
      .select(['id', 'author', 'signed_in', 'author_proof', 'published_at'])
      .where('doi', '=', doi)
      .where(isSeen)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(fewNotes + 1),
  )
  return async doi => {
    const newest = await readNewest(doi)
    const told = newest.slice(0, newest.length > fewNotes ? newestTold : fewNotes)
    const entries = told.map(
      ({ id, published_at, ...writer }): NoteEntry => ({
        by: nameOf(writer),
        date: dayOf(published_at),
        path: paths.note(doi, id),
      }),
    )
    const next = newest[told.length]
    if (next === undefined) return entries
    const rest = { by: 'readers', date: dayOf(next.published_at), path: paths.comment(doi) }
    return [...entries, { ...rest, count: (await count(doi)) - told.length }]
  }
}

/** The public notes on some papers, those of each counted in one entry, for a list. One query. */
export const countedNotesReader = (
  db: Kysely<NoteTables>,
): ((dois: readonly Doi[]) => Promise<Map<Doi, readonly [NoteEntry]>>) => {
  const read = prepareQuery(db, (json: string) =>
    db
      .selectFrom('notes')
      .select(({ fn }) => ['doi', fn.countAll<number>().as('count'), fn.max('published_at').as('latest')])
      .where('doi', 'in', listed(db, json))
      .where(isSeen)
      .groupBy('doi'),
  )
  return async dois => {
    const rows = await read(JSON.stringify(dois))
    return new Map(
      rows.map(({ doi, count, latest }) => {
        const told = { by: 'readers', date: dayOf(latest), path: paths.comment(storedDoi(doi)), count: Number(count) }
        return [storedDoi(doi), [told]]
      }),
    )
  }
}

type Writer = { author: string; signed_in: number; author_proof: string | null }

const nameOf = ({ author, signed_in, author_proof }: Writer): string => {
  if (author_proof !== null) return `${author}, an author of the paper`
  return signed_in === 1 ? author : `${author} (name not checked)`
}

const dayOf = (at: number | null): string => new Date(at ?? 0).toISOString().slice(0, 10)

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
