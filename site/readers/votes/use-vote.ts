import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchWithProof } from '../../accounts/proofs/browser/index.ts'
import { track } from '../../kit/analytics/index.ts'
import { beginVote, keptVoteKey, toKeptVote } from './kept-vote.ts'
import type { VoteCounts, VoteStatus, VoteType } from './rules.ts'
import { evolveVote, type PaperVotes, startVote, type VoteEvent, type VoteState } from './state.ts'

/** A vote that has found no answer by then counts as failed. */
const longestWaitMs = 10_000

/** The vote box's state, and what to call when a button is clicked. */
export const useVote = (doi: string, action: string, votes: PaperVotes) => {
  const [state, show] = useState(() => startVote(votes))
  const current = useRef<VoteState>(state)

  useEffect(() => {
    current.current = beginVote(votes, readKept(doi), isOldDocument())
    show(current.current)
    keep(doi, current.current)
  }, [doi, votes])

  const click = useCallback(
    (vote: VoteType) => {
      const take = (event: VoteEvent): void => {
        const before = current.current
        const after = evolveVote(before, event)
        current.current = after
        show(after)
        keep(doi, after)
        const nothingUnderWay = before.sent === null || event.type !== 'clicked'
        if (after.sent !== null && nothingUnderWay)
          void castVote(action, after.sent).then(answer => {
            report(doi, after.sent, answer)
            take(answer)
          })
      }
      take({ type: 'clicked', vote })
    },
    [doi, action],
  )
  return { state, click }
}

/** `POST /{doi}/vote?_={timestamp}` (SPEC §7). Never throws: whatever goes wrong is `failed`. */
const castVote = async (action: string, voteType: VoteType): Promise<VoteEvent> => {
  try {
    const response = await fetchWithProof(`${action}?_=${Date.now()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ voteType }),
      cache: 'no-store',
      // The vote arrives even when the reader leaves at once.
      keepalive: true,
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const answer = (await response.json()) as { status?: VoteStatus; counts?: VoteCounts }
    return response.ok && isStatus(answer.status)
      ? { type: 'answered', status: answer.status, counts: answer.counts ?? null }
      : { type: 'failed' }
  } catch {
    return { type: 'failed' }
  }
}

const report = (doi: string, sent: VoteType | null, answer: VoteEvent): void => {
  if (sent === null || answer.type !== 'answered') return
  void track('vote', { doi, vote_type: sent, status: answer.status })
}

const isStatus = (status: unknown): status is VoteStatus =>
  status === 'added' || status === 'changed' || status === 'removed'

/** Back and forward may show a document from the browser's cache, with a vote older than the tab's. */
const isOldDocument = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'back_forward' && navigation.transferSize === 0
}

// Session storage throws where the reader forbids it; the vote works without.
const readKept = (doi: string): string | null => {
  try {
    return sessionStorage.getItem(keptVoteKey(doi))
  } catch {
    return null
  }
}

const keep = (doi: string, { wanted }: VoteState): void => {
  try {
    sessionStorage.setItem(keptVoteKey(doi), JSON.stringify(toKeptVote(wanted)))
  } catch {
    // Nothing to do: the server keeps the vote.
  }
}
