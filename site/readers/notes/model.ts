import type { DraftNoticeModel } from '../drafts/index.ts'
import type { ModerationStatus } from '../moderation/index.ts'
import type { Paragraphs } from '../written-text/index.ts'
import type { AuthorProof } from './author-proof.ts'
import type { NoteDraft } from './rules.ts'

/** Public view of a note. Plain data. */
export type PublicNote = {
  id: string
  author: string
  /** True if written by a verified account; otherwise the name is unverified. */
  signedIn: boolean
  /** Verification of the author as an author of the paper. */
  authorProof: AuthorProof | null
  paragraphs: Paragraphs
  /** Competing interests, as stated. */
  interests: string | null
  /** The day it was approved, ISO 8601. */
  date: string
  /** URL to report a problem. */
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
  /** Rejection reason: the standard text, and the moderator's own. */
  reason: string | null
  message: string | null
}

export type NoteFormModel = {
  doi: string
  action: string
  /** The reader's user ID at the provider; null for a visitor. */
  reader: string | null
  draft: NoteDraft
  problem: string | null
  /** The note it changes, as its writer saw it. */
  edits: { id: string; version: number } | null
  /** The note it answers. */
  answers: { id: string; author: string } | null
  /** Notice of an assistant's draft. */
  assistant: DraftNoticeModel | null
}

/** Notes section of a paper's page: the latest notes, and the reader's own pending ones. */
export type PaperNotes = {
  notes: readonly PublicNote[]
  total: number
  own: readonly OwnNote[]
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
