import type { WithProofs } from '../../accounts/proofs/index.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, type PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/index.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { TellsNotes, WithPapers } from '../../paper/papers/index.ts'
import type { DraftTables } from '../drafts/index.ts'
import type { Moderates, ModerationTables } from '../moderation/index.ts'
import { createNoteCalls } from './calls.ts'
import { deleteNotes, moveNotes, noteProofOfNotes } from './keep-notes.ts'
import type { PaperNotes as PaperNotesModel } from './model.ts'
import { moderatedNotes } from './moderated-notes.ts'
import { exportNotes, myNotes } from './my-notes.ts'
import { notesPage } from './notes-page.ts'
import type { PaperNotes } from './PaperNotes.tsx'
import { newNoteForm, notesReader } from './read-notes.ts'
import { type NoteTables, noteMigration, noteOnceMigration } from './store.ts'
import { toldNotesReader } from './told-notes.ts'

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
  Moderates<Tables> & TellsNotes<Tables>
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
