import { decideVote, type VoteCounts, type VoteType } from '../../readers/votes/rules.ts'
import { samplePapers } from './sample-models.ts'

type Kept = { mine: VoteType | null; counts: VoteCounts }

/** Votes on sample papers by name: the model's, and the test reader's clicks. */
export const keepVotes = () => {
  const kept = new Map<string, Kept>()
  const on = (name: string): Kept =>
    kept.get(name) ?? samplePapers[name]?.votes ?? { mine: null, counts: { upvotes: 0, downvotes: 0, signedIn: 0 } }
  const click = (name: string, clicked: VoteType) => {
    const { mine, counts } = on(name)
    const { status, next, change } = decideVote(mine, clicked, false)
    const after = {
      upvotes: counts.upvotes + change.upvotes,
      downvotes: counts.downvotes + change.downvotes,
      signedIn: counts.signedIn,
    }
    kept.set(name, { mine: next, counts: after })
    return { status, counts: after }
  }
  return { on, click }
}

export type Votes = ReturnType<typeof keepVotes>
