/**
 * Kinds of moderated entries, as named in URLs and IDs by SPEC §7: `comment` is a community note, `audit` a report. `contribution` is a
 * contributor's name and message; `problem` is a problem report about a note, a report or a source.
 */
export const moderatedKinds = ['comment', 'audit', 'contribution', 'problem'] as const
/** Replaces the DOI of entries about the pool. */
export const ofPool = 'pool'

export type ModeratedKind = (typeof moderatedKinds)[number]

/** Moderators' queues: pending entries of each kind, and approved reports awaiting a second approval. */
export const moderationQueues = ['comment', 'audit', 'second', 'contribution', 'problem'] as const
export type ModerationQueue = (typeof moderationQueues)[number]

/** Status of an entry. Only approved ones are public. */
export type ModerationStatus = 'pending' | 'approved' | 'rejected' | 'spam'

/** Status of the second approval; null if not required or not applicable. Set by the feature on approval. */
export type SecondLook = 'wanted' | 'given' | null

/** Moderator actions. `second` is another moderator's approval. `block` marks the entry as spam and blocks its author until undone. */
export const moderationActions = ['approve', 'second', 'reject', 'spam', 'block', 'undo'] as const
export type ModerationAction = (typeof moderationActions)[number]

/** Rejection reasons, counted publicly by month and sent to the author in this wording. */
export const rejectionReasons = {
  'off-topic': 'It is not about this paper',
  'no-source': 'It does not say where a reader can check it',
  personal: 'It is about a person, not about the work',
  duplicate: 'It has been said already',
  promotion: 'It advertises something',
  unlawful: 'It gives away private data, or breaks a law',
  incomplete: 'It cannot be checked as it stands',
} as const
export type RejectionReason = keyof typeof rejectionReasons
export const rejectionReasonNames = Object.keys(rejectionReasons) as RejectionReason[]

/** The longest text of a moderator to a writer, in UTF-16 code units. */
export const longestMessage = 1_000

/** Status of an entry, and whether it needs a second approval to count. */
export type Stand = { status: ModerationStatus; second: SecondLook }

/** Applies an action to a status; null if not applicable. Undoing a second approval keeps the first. */
export const standAfter = ({ status, second }: Stand, action: ModerationAction): Stand | null => {
  if (action === 'second') return second === 'wanted' ? { status, second: 'given' } : null
  if (action === 'undo') {
    if (second === 'given') return { status, second: 'wanted' }
    return status === 'pending' ? null : { status: 'pending', second: null }
  }
  return status === 'pending' ? { status: decided[action], second: null } : null
}

const decided = { approve: 'approved', reject: 'rejected', spam: 'spam', block: 'spam' } as const

/** Something in the queue as it stands. `version` grows with every edit and every decision. */
export type Standing = Stand & {
  version: number
  /** The decision that produced the current state; null after an edit, or if there is none. */
  last: { action: ModerationAction; moderator: string | null } | null
}

/** `version`: the one the moderator looked at; null from clients that do not say. */
export type Asked = { action: ModerationAction; version: number | null; moderator: string }

export type Verdict =
  | ({ kind: 'decided' } & Stand)
  /** The same moderator has done just that: the answer to it was lost. */
  | { kind: 'repeated' }
  /** Edited, or decided by another moderator. */
  | { kind: 'changed' }

/** Decides about an action on something that may have changed since the moderator looked. */
export const decide = ({ status, second, version, last }: Standing, asked: Asked): Verdict => {
  const looked = asked.version ?? version
  const next = looked === version ? standAfter({ status, second }, asked.action) : null
  if (next !== null) return { kind: 'decided', ...next }
  const isOwn = last !== null && last.action === asked.action && last.moderator === asked.moderator
  return isOwn && (asked.version === null || asked.version === version - 1) ? { kind: 'repeated' } : { kind: 'changed' }
}
