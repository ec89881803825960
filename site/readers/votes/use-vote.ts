import { useEffect, useState, useSyncExternalStore } from 'react'
import { callSite } from '../../accounts/calls/browser/index.ts'
import { takeWish } from '../../accounts/wishes/browser/index.ts'
import { track } from '../../kit/analytics/index.ts'
import { keep, readKept } from '../../kit/browser/index.ts'
import { beginVote, keptVoteName, toKeptVote } from './kept-vote.ts'
import { createLiveVote, type LiveVote } from './live-vote.ts'
import { type VoteCounts, type VoteStatus, type VoteType, voteAfter } from './rules.ts'
import type { PaperVotes, VoteEvent, VoteState } from './state.ts'

/** A vote that has found no answer by then counts as failed. */
const longestWaitMs = 10_000

/** State and click handler of the vote box. */
export const useVote = (doi: string, action: string, votes: PaperVotes) => {
  const [{ subscribe, state, sent, click }] = useState(() => openVote(doi, action, votes))
  useEffect(() => {
    keepVote(doi, state())
    // Resubmits a vote that required logging in again.
    const wished = takeWish('vote', doi)
    const { wanted } = state()
    if (wished !== null && wished.how !== (wanted ?? 'none'))
      click(wished.how === 'upvote' || wished.how === 'downvote' ? wished.how : (wanted ?? 'upvote'))
  }, [doi, state, click])
  return { state: useSyncExternalStore(subscribe, state, sent), click }
}

const openVote = (doi: string, action: string, votes: PaperVotes): LiveVote =>
  createLiveVote({
    votes,
    begin: () => beginVote(votes, readKept(keptVoteName(doi), 'tab'), isOldDocument()),
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

const keepVote = (doi: string, { wanted }: VoteState): void => keep(keptVoteName(doi), toKeptVote(wanted), 'tab')
