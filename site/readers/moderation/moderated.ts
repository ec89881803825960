import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { merged } from '../../kit/feature/index.ts'
import type { Paragraphs } from '../written-text/text-part.ts'
import type { DecisionSubject } from './mail-words.ts'
import type { ModeratedKind, ModerationStatus } from './rules.ts'

/**
 * Interface of a feature with moderated entries (`Moderates`). The feature stores the entries; this folder has their status, the decision
 * log and `/moderate`. `submit` adds an entry to the queue, in the transaction that stores it; `revise` and `withdraw` accompany its
 * author's changes.
 */
export type Moderated<Tables> = {
  kind: ModeratedKind
  /** Reads entries for moderators by ID with one query; omits deleted ones. */
  read: (db: Kysely<Tables>, ids: readonly string[]) => Promise<ReadonlyMap<string, Submission>>
  /**
   * Applies a status change to the feature in the transaction of the decision or its undo: an entry becomes public with `approved`, and
   * private again when that is undone. The entry's row in the queue is locked; called once for each change.
   */
  settle: (tx: Transaction<Tables>, change: Settled) => Promise<void>
  /** Returns the data for an author's notification; null if the entry is gone. Absent: no notifications. */
  told?: (db: Kysely<Tables>, id: string) => Promise<Told | null>
  /** True if an entry being approved counts only after a second approval. Absent: never. */
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
 * Data for an author's notification. `email`: the entry's own address, for authors without an account's. `paths`: of the published entry,
 * and of the form to revise it.
 */
export type Told = {
  what: DecisionSubject
  email: string | null
  paths: Readonly<Record<'approved' | 'rejected', string>>
}

/** An entry as shown to moderators: the public content, and context for the decision. Plain data. */
export type Submission = {
  /** Author's name as it would be shown. */
  author: string
  /** True if the author's identity is verified; otherwise the page says so. */
  authorIsChecked: boolean
  /** Text as it would be shown: paragraphs of text and links (`written-text`). */
  paragraphs: Paragraphs
  /** Further input, such as a platform or competing interests. */
  facts: readonly SubmissionFact[]
}

/** `href`: where it leads, a path of ours. */
export type SubmissionFact = { label: string; value: string; href?: string }

// biome-ignore lint/suspicious/noExplicitAny: each has tables of its own.
export type AnyModerated = Moderated<any>

/** A feature with entries that need approval before publication. */
export type Moderates<Tables> = { moderated: Moderated<Tables> }

/** Moderation handlers by kind of entry. */
export type ModeratedKinds = Readonly<Partial<Record<ModeratedKind, AnyModerated>>>

/** Dependency of the feature that moderates all other features' entries. */
export type WithModeration = { moderated: ModeratedKinds }

export const moderatedKindsOf = (features: readonly Partial<{ moderated: AnyModerated }>[]): ModeratedKinds =>
  merged(
    'kind of entry to moderate',
    features.map(({ moderated }) => (moderated === undefined ? {} : { [moderated.kind]: moderated })),
  )
