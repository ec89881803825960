import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { merged } from '../../kit/feature/index.ts'
import type { Paragraphs } from '../written-text/index.ts'
import type { ToldOf } from './mail-words.ts'
import type { ModeratedKind, ModerationStatus } from './rules.ts'

/**
 * What a feature brings whose entries wait for a moderator (`Moderates`). The feature keeps the entries;
 * where each stands, who decided what and when, and the page at `/moderate` are this folder's. An entry comes into the queue
 * by `submit`, in the transaction that stores it; `revise` and `withdraw` go along with its writer's changes.
 */
export type Moderated<Tables> = {
  kind: ModeratedKind
  /** Reads entries for moderators, by their ids, with one query; what is gone is left out. */
  read: (db: Kysely<Tables>, ids: readonly string[]) => Promise<ReadonlyMap<string, Submission>>
  /**
   * Does in the transaction of a decision, or of its undo, what the change means for the feature: what becomes `approved` is
   * public from then on, what is taken back from `approved` is so no more. The entry's place in the queue is locked; it
   * happens once for each change.
   */
  settle: (tx: Transaction<Tables>, change: Settled) => Promise<void>
  /** What the writer of an entry is told of a decision with; null where it is gone. Absent: nobody is told. */
  told?: (db: Kysely<Tables>, id: string) => Promise<Told | null>
  /** Whether an entry that is being approved counts only after another moderator has approved it too. Absent: none does. */
  wantsSecond?: (tx: Transaction<Tables>, id: string) => Promise<boolean>
}

/**
 * A change of where an entry stands. `isSeconded`: two moderators have approved it; from approved to approved, that alone has changed.
 * `at`: epoch milliseconds.
 */
export type Settled = {
  id: string
  doi: Doi
  from: ModerationStatus
  to: ModerationStatus
  isSeconded: boolean
  at: number
}

/**
 * How a writer is told. `email`: the address that came with the entry, for who has no account with one. `paths`: where it is public, and
 * where it can be written better.
 */
export type Told = { what: ToldOf; email: string | null; paths: Readonly<Record<'approved' | 'rejected', string>> }

/** An entry as a moderator sees it: what readers would see, and what else helps to decide. Plain data. */
export type Submission = {
  /** Who it says it is from, as it would be shown. */
  author: string
  /** Whether somebody has checked that it is: otherwise the page says so. */
  authorIsChecked: boolean
  /** What was written, as readers would see it: paragraphs of text and links (`written-text`). */
  paragraphs: Paragraphs
  /** What else was entered, such as a platform or competing interests. */
  facts: readonly SubmissionFact[]
}

/** `href`: where it leads, a path of ours. */
export type SubmissionFact = { label: string; value: string; href?: string }

// biome-ignore lint/suspicious/noExplicitAny: each has tables of its own.
export type AnyModerated = Moderated<any>

/** A feature whose entries wait for a moderator before they are public. */
export type Moderates<Tables> = { moderated: Moderated<Tables> }

/** How each kind of entry is read, and what a decision means for it. */
export type ModeratedKinds = Readonly<Partial<Record<ModeratedKind, AnyModerated>>>

/** The port of a feature that decides about what all others have wait for a moderator. */
export type WithModeration = { moderated: ModeratedKinds }

/** What all features have wait for a moderator, by its kind. */
export const moderatedKindsOf = (features: readonly Partial<{ moderated: AnyModerated }>[]): ModeratedKinds =>
  merged(
    'kind of entry to moderate',
    features.map(({ moderated }) => (moderated === undefined ? {} : { [moderated.kind]: moderated })),
  )
