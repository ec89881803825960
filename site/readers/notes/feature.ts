import type { Kysely } from 'kysely'
import type { WithProofs } from '../../accounts/proofs/create-proofs.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type AccountIds, defineFeature, type Mine, type NoJobs, type PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/define-page.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { ProvidesNotes, WithPapers } from '../../paper/papers/index.ts'
import type { DraftTables } from '../drafts/store.ts'
import {
  type Moderates,
  type ModerationStatus,
  type ModerationTables,
  readEntryStatuses,
  rejectionReasons,
} from '../moderation/index.ts'
import { deleteNotes, moderatedNotes, moveNotes, noteProofOfNotes } from './keep-notes.ts'
import type { PaperNotes } from './PaperNotes.tsx'
import { newNoteForm, notesReader, toldNotesReader } from './read-notes.ts'
import { createNoteCalls, notesPage } from './routes.ts'
import type { PaperNotes as PaperNotesModel } from './rules.ts'
import { type NoteTables, noteMigration, noteOnceMigration } from './store.ts'

type MyNotesTables = NoteTables & ModerationTables

const formatPayoutStatus: Readonly<Record<ModerationStatus, string | null>> = {
  pending: 'Pending review',
  approved: null,
  rejected: 'Refused',
  spam: 'Rejected as spam',
}

/** Notes of an account, the newest first, and where each stands. */
const readOwn = async (db: Kysely<MyNotesTables>, writer: string, limit: number) => {
  const rows = await db
    .selectFrom('notes')
    .selectAll()
    .where('writer', '=', writer)
    .orderBy('written_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const standings = await readEntryStatuses(db, 'comment', ids)
  return rows.map(row => ({ ...row, standing: standings.get(row.id) ?? null }))
}

export const myNotes: Mine<MyNotesTables> = {
  title: 'Your notes',
  reader: db => async (account, limit) => {
    const rows = await readOwn(db, account.key, limit)
    return rows.map(({ id, doi, content, written_at, published_at, standing }) => ({
      doi: storedDoi(doi),
      words: content.length > 140 ? `${content.slice(0, 139).trimEnd()}…` : content,
      standing:
        standing === null
          ? null
          : [formatPayoutStatus[standing.status], standing.reason === null ? null : rejectionReasons[standing.reason]]
              .filter(part => part !== null)
              .join(': ') || null,
      at: written_at,
      path: published_at === null ? `${paths.paper(storedDoi(doi))}#note-${id}` : paths.note(storedDoi(doi), id),
    }))
  },
}

/** More notes than an account can have written. */
const all = 1_000_000

/** All notes of an account, for its person's own copy. */
export const exportNotes = async (db: Kysely<MyNotesTables>, { key }: AccountIds): Promise<{ notes: object[] }> => {
  const rows = await readOwn(db, key, all)
  return {
    notes: rows.map(({ doi, author, content, interests, reply_to, written_at, edited_at, published_at, standing }) => ({
      doi,
      author,
      content,
      interests,
      in_reply_to: reply_to,
      written: new Date(written_at).toISOString(),
      edited: edited_at === null ? null : new Date(edited_at).toISOString(),
      public_since: published_at === null ? null : new Date(published_at).toISOString(),
      status: standing?.status ?? null,
      reason: standing?.reason ?? null,
      message: standing?.message ?? null,
    })),
  }
}

type Tables = NoteTables & ModerationTables & SignInTables & ActivityTables & DraftTables

const limits = {
  /** Notes written, changed and withdrawn. */
  note: { points: 30, perSeconds: 60 * 60 },
  /** New notes of an account. */
  noteOfPerson: { points: 40, perSeconds: 24 * 60 * 60 },
  /** New notes by unverified people, per paper. */
  noteOnPaper: { points: 8, perSeconds: 24 * 60 * 60 },
  /** The same from everywhere, on one paper. */
  notesOfPaper: { points: 200, perSeconds: 24 * 60 * 60 },
} as const

/** Up to so many notes are all on a paper's own page; of more, so many do, the newest: a thousand weigh no more than a few. */
const fewOnPaper = 5
const newestOnPaper = 2

const section: PaperSection<Tables, PaperNotesModel> = {
  name: 'notes',
  place: 'story',
  personal: true,
  component: markup<typeof PaperNotes>('readers/notes/PaperNotes.tsx'),
  reader: db => {
    const read = notesReader(db)
    return async (doi, person) => {
      const { notes, total, own } = await read(doi, person, null, fewOnPaper, newestOnPaper)
      return {
        notes,
        total,
        own,
        all: paths.comment(doi),
        form: newNoteForm(doi, person),
      }
    }
  },
}

/** Notes on papers, published after a moderator's approval. */
export const notesFeature = defineFeature<
  Tables,
  NoJobs,
  WithPapers & WithProofs,
  Moderates<Tables> & ProvidesNotes<Tables>
>()({
  migrations: [noteMigration, noteOnceMigration],
  limits,
  pages: [notesPage],
  paperSection: section,
  notes: toldNotesReader,
  moderated: moderatedNotes,
  moveToAccount: moveNotes,
  noteProof: noteProofOfNotes,
  deleteAccount: deleteNotes,
  mine: myNotes,
  exportOf: exportNotes,
  open: ({ db, people, papers, pages, limits, proofs, now }) => {
    const calls = createNoteCalls({ db, people, facts: papers.facts, pages, limits, proofs, now })
    return {
      paperRoutes: { comment: { GET: calls.page, POST: calls.post } },
    }
  },
})
