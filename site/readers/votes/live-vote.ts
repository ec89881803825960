import type { VoteType } from './rules.ts'
import { evolveVote, type PaperVotes, startVote, type VoteEvent, type VoteState } from './state.ts'

type Options = {
  /** What the page was sent with. */
  votes: PaperVotes
  /** Where this tab begins. Asked once, in the browser only. */
  begin: () => VoteState
  /** Tells the server of a click, and what the reader saw of their own vote. Never rejects. */
  cast: (vote: VoteType, seen: VoteType | null) => Promise<VoteEvent>
  keep: (state: VoteState) => void
}

/** The vote of one reader on one paper, in the form that `useSyncExternalStore` takes. */
export type LiveVote = {
  subscribe: (listener: () => void) => () => void
  state: () => VoteState
  /** What the server rendered. */
  sent: () => VoteState
  click: (vote: VoteType) => void
}

/** The vote box over time: what is clicked shows at once, and one call at a time goes to the server (`evolveVote`). */
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
