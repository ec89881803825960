import type { VoteType } from './rules.ts'
import { evolveVote, type PaperVotes, startVote, type VoteEvent, type VoteState } from './state.ts'

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
export type LiveVote = {
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
