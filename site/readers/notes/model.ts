import type { DraftNoticeModel } from '../drafts/index.ts'
import type { ModerationStatus } from '../moderation/index.ts'
import type { Paragraphs } from '../written-text/index.ts'
import type { AuthorProof } from './author-proof.ts'
import type { NoteDraft } from './rules.ts'

/** A note as everybody sees it. Plain data. */
export type PublicNote = {
  id: string
  author: string
  /** Whether an account that has proved a person is behind it wrote it; of anybody else the name is not checked. */
  signedIn: boolean
  /** How the writer has shown to be an author of the paper. */
  authorProof: AuthorProof | null
  paragraphs: Paragraphs
  /** Competing interests, in the writer's words. */
  interests: string | null
  /** The day it was approved, ISO 8601. */
  date: string
  /** Where a reader says what is wrong with it. */
  problem: string
  replies: readonly PublicNote[]
}

/** A note that is not public, as its writer sees it. */
export type OwnNote = {
  id: string
  version: number
  status: Exclude<ModerationStatus, 'approved'>
  author: string
  paragraphs: Paragraphs
  interests: string | null
  /** Why it was refused, in the moderators' words and in this moderator's own. */
  reason: string | null
  message: string | null
}

/** What a form holds, and why it could not be sent. */
export type NoteFormModel = {
  doi: string
  /** Where it is sent. */
  action: string
  /** Whose page it is on, by the provider's id of the user; null for a visitor's. */
  reader: string | null
  draft: NoteDraft
  problem: string | null
  /** The note it changes, as its writer saw it. */
  edits: { id: string; version: number } | null
  /** The note it answers. */
  answers: { id: string; author: string } | null
  /** Of a draft that an assistant wrote. */
  assistant: DraftNoticeModel | null
}

/** What a paper's page shows of its notes: the latest, and the reader's own that wait. */
export type PaperNotes = {
  notes: readonly PublicNote[]
  total: number
  own: readonly OwnNote[]
  /** Where all of them are. */
  all: string
  form: NoteFormModel
}

/** All notes on a paper. */
export type NotesPageModel = Omit<PaperNotes, 'all'> & {
  paper: { doi: string; title: string; href: string }
  /** Addresses of the next and of the first page. */
  next: string | null
  first: string | null
}
