import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import type { DraftNoticeModel } from '../drafts/model.ts'
import type { ModerationStatus } from '../moderation/index.ts'
import type { Paragraphs } from '../written-text/text-part.ts'
import type { AuthorProof } from './store.ts'

/** The longest parts of a note, in UTF-16 code units. */
export const longest = { author: 100, content: 5_000, interests: 500 } as const

/** Raw input of a note, kept so that nothing is lost on an error. */
export type NoteDraft = { author: string; content: string; interests: string }

export const emptyDraft: NoteDraft = { author: '', content: '', interests: '' }

/** Returns the validation error of a normalized note; null if valid. Uses SPEC §5's messages where given. */
export const problemOf = ({ author, content, interests }: NoteDraft): string | null => {
  if (author === '' || content === '') return 'Please fill in all fields'
  for (const [name, text] of Object.entries({ author, content, interests }))
    if (text.length > longest[name as keyof typeof longest]) return tooLong[name as keyof typeof longest]
  return null
}

const tooLong: Readonly<Record<keyof typeof longest, string>> = {
  author: `A name has at most ${longest.author} characters.`,
  content: `A note has at most ${groupedNumber(longest.content)} characters. Shorten it or split it into two.`,
  interests: `Competing interests have at most ${longest.interests} characters.`,
}

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
