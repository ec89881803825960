import type { MouseEvent } from 'react'
import { actingForField } from '../../kit/page/acting-for.ts'
import type { VoteType } from './rules.ts'
import { countsShown, type PaperVotes, voteLabel } from './state.ts'
import { type Tally, tallyOf } from './tally.ts'
import { useVote } from './use-vote.ts'

export type VoteBoxProps = {
  doi: string
  action: string
  votes: PaperVotes
  /** The reader's user ID at the provider; null for a visitor. */
  reader: string | null
}

/** Vote question with two options and the totals. Works as a form without JavaScript. */
export const VoteBox = ({ doi, action, votes, reader }: VoteBoxProps) => {
  const { state, click } = useVote(doi, action, votes)
  const tally = tallyOf(countsShown(state))
  const answer = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    // The second click of a double click is not a wish to take the vote back.
    if (event.detail < 2) click(event.currentTarget.value as VoteType)
  }
  const button = (vote: VoteType, sign: string, text: string) => (
    <button
      type="submit"
      name="voteType"
      value={vote}
      className={`vote-button ${vote}`}
      aria-pressed={state.wanted === vote}
      onClick={answer}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={sign} />
      </svg>
      {text}
    </button>
  )
  return (
    <section className="card vote" aria-labelledby="vote-label">
      <h2 id="vote-label" aria-live="polite">
        {voteLabel(state.wanted)}
      </h2>
      <form method="post" action={action}>
        <input type="hidden" name="seen" value={state.wanted ?? 'none'} />
        {reader !== null && <input type="hidden" name={actingForField} value={reader} />}
        {button('upvote', 'M6 1l5 9H1z', 'Reliable')}
        {button('downvote', 'M6 11L1 2h10z', 'Not reliable')}
      </form>
      <VoteTally tally={tally} />
    </section>
  )
}

const VoteTally = ({ tally }: { tally: Tally }) => (
  <div className="tally">
    <svg className="tally-bar" aria-hidden="true">
      {tally.bar.map(({ side, start, length }) => (
        <svg key={side} className={side} x={`${start}%`} width={`${length}%`} aria-hidden="true">
          <rect width="100%" height="100%" />
        </svg>
      ))}
    </svg>
    <p className="tally-sides">
      <span>{tally.reliable}</span>
      <span>{tally.notReliable}</span>
    </p>
    <p>{tally.share}</p>
    {tally.people !== null && <p>{tally.people}</p>}
  </div>
)
