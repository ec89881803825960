/**
 * What can be moderated, as SPEC §7 names it in addresses and ids: `comment` is a community note, `audit` a report. `contribution` is what
 * somebody wishes to be named, and to say, beside money they gave; `problem` is what somebody says is wrong with a note, a report or a source.
 */
export const moderatedKinds = ['comment', 'audit', 'contribution', 'problem'] as const
/** Takes the place of a DOI where an entry is about no paper, but about the pool. */
export const ofPool = 'pool'

export type ModeratedKind = (typeof moderatedKinds)[number]

/** What moderators have before them: what waits of each kind, and approved reports that wait for a second approval. */
export const moderationQueues = ['comment', 'audit', 'second', 'contribution', 'problem'] as const
export type ModerationQueue = (typeof moderationQueues)[number]

/** Where a note or a report stands. Nothing but what is approved is public. */
export type ModerationStatus = 'pending' | 'approved' | 'rejected' | 'spam'

/**
 * Whether what is approved counts only after another moderator has approved it too: null where it does not, or cannot. Its feature says so
 * when it is approved.
 */
export type SecondLook = 'wanted' | 'given' | null

/**
 * What a moderator can do with one. `second` is the approval of another moderator. `block` calls it spam, and its writer may write no
 * more until that is undone.
 */
export const moderationActions = ['approve', 'second', 'reject', 'spam', 'block', 'undo'] as const
export type ModerationAction = (typeof moderationActions)[number]

/** Why something was refused: counted in public by month, and told to its writer in these words. */
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

/** Where an entry stands, and whether it needs a second approval to count. */
export type Stand = { status: ModerationStatus; second: SecondLook }

/**
 * What an action makes of where an entry stands; null where there is nothing for it to act upon. Undoing a second approval leaves the
 * first one as it was.
 */
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
  /** The decision that made it what it is; null where an edit did, or nothing yet. */
  last: { action: ModerationAction; moderator: string | null } | null
}

/** `version`: the one the moderator looked at; null from clients that do not say. */
export type Asked = { action: ModerationAction; version: number | null; moderator: string }

export type Verdict =
  | ({ kind: 'decided' } & Stand)
  /** The same moderator has done just that: the answer to it was lost. */
  | { kind: 'repeated' }
  /** It was edited, or somebody else decided. */
  | { kind: 'changed' }

/** Decides about an action on something that may have changed since the moderator looked. */
export const decide = ({ status, second, version, last }: Standing, asked: Asked): Verdict => {
  const looked = asked.version ?? version
  const next = looked === version ? standAfter({ status, second }, asked.action) : null
  if (next !== null) return { kind: 'decided', ...next }
  const isOwn = last !== null && last.action === asked.action && last.moderator === asked.moderator
  return isOwn && (asked.version === null || asked.version === version - 1) ? { kind: 'repeated' } : { kind: 'changed' }
}
