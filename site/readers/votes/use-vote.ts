import { useEffect, useState, useSyncExternalStore } from 'react'
import { callSite } from '../../accounts/calls/browser/call-site.ts'
import { takePendingAction } from '../../accounts/pending-actions/browser/wish.ts'
import { track } from '../../kit/analytics/track.ts'
import { keep, readKept } from '../../kit/browser/index.ts'
import { type VoteCounts, type VoteStatus, type VoteType, voteAfter } from './rules.ts'
import {
  countsShown,
  evolveVote,
  type PaperVotes,
  startVote,
  type VoteEvent,
  type VoteState,
  voteLabel,
} from './state.ts'

/** Session storage of one paper (SPEC §3, "Vote state"). */
export type StoredVote = {
  upvoteSelected: boolean
  downvoteSelected: boolean
  labelText: string
  labelHasThanks: boolean
}

export const storedVoteKey = (doi: string): string => `vote:${doi}`

export const toStoredVote = (vote: VoteType | null): StoredVote => ({
  upvoteSelected: vote === 'upvote',
  downvoteSelected: vote === 'downvote',
  labelText: voteLabel(vote),
  labelHasThanks: vote !== null,
})

/** Parses a stored vote; undefined if missing or invalid. */
export const readStoredVote = (stored: Readonly<Record<string, unknown>> | null): VoteType | null | undefined => {
  const { upvoteSelected, downvoteSelected } = stored ?? {}
  if (typeof upvoteSelected !== 'boolean' || typeof downvoteSelected !== 'boolean') return undefined
  if (upvoteSelected && downvoteSelected) return undefined
  return upvoteSelected ? 'upvote' : downvoteSelected ? 'downvote' : null
}

/**
 * Initial state of the vote box. The server takes precedence, except on back/forward navigation to an old document, where the tab's stored
 * vote is newer.
 */
export const beginVote = (
  votes: PaperVotes,
  stored: Parameters<typeof readStoredVote>[0],
  documentIsOld: boolean,
): VoteState => {
  const fromServer = startVote(votes)
  const kept = readStoredVote(stored)
  if (!documentIsOld || kept === undefined) return fromServer
  return startVote({ mine: kept, counts: countsShown({ ...fromServer, wanted: kept }) })
}

type Options = {
  /** Server-rendered votes. */
  votes: PaperVotes
  /** Returns the tab's initial state. Called once, in the browser only. */
  begin: () => VoteState
  /** Sends a click with the displayed vote to the server. Never rejects. */
  cast: (vote: VoteType, seen: VoteType | null) => Promise<VoteEvent>
  keep: (state: VoteState) => void
}

/** The vote of one reader on one paper, in the form that `useSyncExternalStore` takes. */
type LiveVote = {
  subscribe: (listener: () => void) => () => void
  state: () => VoteState
  /** Server-rendered state. */
  sent: () => VoteState
  click: (vote: VoteType) => void
}

/** Vote box state: clicks show at once, and requests are sent one at a time (`evolveVote`). */
export const createLiveVote = ({ votes, begin, cast, keep }: Options): LiveVote => {
  const listeners = new Set<() => void>()
  const sent = startVote(votes)
  let now: VoteState | null = null
  const state = (): VoteState => {
    now ??= begin()
    return now
  }
  const take = (event: VoteEvent): void => {
    const before = state()
    now = evolveVote(before, event)
    keep(now)
    for (const listener of listeners) listener()
    const nothingUnderWay = before.sent === null || event.type !== 'clicked'
    if (now.sent !== null && nothingUnderWay) void cast(now.sent, now.confirmed.mine).then(take)
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state,
    sent: () => sent,
    click: vote => take({ type: 'clicked', vote }),
  }
}

/** A vote that has found no answer by then counts as failed. */
const longestWaitMs = 10_000

/** State and click handler of the vote box. */
export const useVote = (doi: string, action: string, votes: PaperVotes) => {
  const [{ subscribe, state, sent, click }] = useState(() => openVote(doi, action, votes))
  useEffect(() => {
    keepVote(doi, state())
    // Resubmits a vote that required logging in again.
    const wished = takePendingAction('vote', doi)
    const { wanted } = state()
    if (wished !== null && wished.how !== (wanted ?? 'none'))
      click(wished.how === 'upvote' || wished.how === 'downvote' ? wished.how : (wanted ?? 'upvote'))
  }, [doi, state, click])
  return { state: useSyncExternalStore(subscribe, state, sent), click }
}

const openVote = (doi: string, action: string, votes: PaperVotes): LiveVote =>
  createLiveVote({
    votes,
    begin: () => beginVote(votes, readKept(storedVoteKey(doi), 'tab'), isOldDocument()),
    cast: async (vote, seen) => {
      const answer = await castVote(doi, action, vote, seen)
      report(doi, vote, answer)
      return answer
    },
    keep: state => keepVote(doi, state),
  })

/** Sends `POST /{doi}/vote?_={timestamp}` (SPEC §7) with the displayed vote. Never throws: errors become `failed`. */
const castVote = async (doi: string, action: string, voteType: VoteType, seen: VoteType | null): Promise<VoteEvent> => {
  const answer = await callSite<{ status?: VoteStatus; counts?: VoteCounts }>(`${action}?_=${Date.now()}`, {
    body: { voteType, seen: seen ?? 'none' },
    // The vote arrives even when the reader leaves at once.
    keepalive: true,
    longestWait: longestWaitMs,
    wish: { kind: 'vote', about: doi, how: voteAfter(seen, voteType) ?? 'none' },
  })
  if (answer.kind !== 'done' || !isStatus(answer.body.status)) return { type: 'failed' }
  return { type: 'answered', status: answer.body.status, counts: answer.body.counts ?? null }
}

const report = (doi: string, sent: VoteType, answer: VoteEvent): void => {
  if (answer.type !== 'answered') return
  void track('vote', { doi, vote_type: sent, status: answer.status })
}

const isStatus = (status: unknown): status is VoteStatus =>
  status === 'added' || status === 'changed' || status === 'removed'

/** Back and forward may show a document from the browser's cache, with a vote older than the tab's. */
const isOldDocument = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'back_forward' && navigation.transferSize === 0
}

const keepVote = (doi: string, { wanted }: VoteState): void => keep(storedVoteKey(doi), toStoredVote(wanted), 'tab')
