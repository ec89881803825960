import type { MouseEvent } from 'react'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import type { VoteCounts, VoteType } from './rules.ts'
import { countsShown, type PaperVotes, voteLabel } from './state.ts'
import { useVote } from './use-vote.ts'

/** Below this number of votes, a share reflects chance (DESIGN §9). */
export const fewestForShare = 5

/** One piece of the bar: from `start`, `length` wide, both in percent of the bar. */
export type BarPiece = { side: 'reliable' | 'not-reliable'; start: number; length: number }

type Tally = {
  bar: BarPiece[]
  reliable: string
  notReliable: string
  /** The share with its n, or how many votes are missing until there is one. */
  share: string
  /** Composition of the voters; null without votes. */
  people: string | null
}

/**
 * Converts totals to their display. From five votes on the bar is divided between the sides; below that it has five slots, one for each
 * vote, so that two votes never look unanimous.
 */
export const tallyOf = ({ upvotes, downvotes, signedIn }: VoteCounts): Tally => {
  const all = upvotes + downvotes
  const whole = Math.max(all, fewestForShare)
  const percent = (votes: number): number => Math.round((votes / whole) * 1000) / 10
  const anonymous = Math.max(0, all - signedIn)
  return {
    bar: [
      { side: 'reliable', start: 0, length: percent(upvotes) },
      { side: 'not-reliable', start: percent(upvotes), length: percent(downvotes) },
    ],
    reliable: `${groupedNumber(upvotes)} reliable`,
    notReliable: `${groupedNumber(downvotes)} not reliable`,
    share: shareOf(upvotes, all),
    people: all === 0 ? null : `${groupedNumber(signedIn)} signed in, ${groupedNumber(anonymous)} anonymous`,
  }
}

const shareOf = (upvotes: number, all: number): string => {
  if (all === 0) return 'No votes yet. Yours would be the first.'
  if (all < fewestForShare)
    return `${all} ${all === 1 ? 'vote' : 'votes'} so far; a share is shown from ${fewestForShare}.`
  // Never rounds to unanimity: 199 of 200 is not everyone.
  const percent = upvotes === 0 || upvotes === all ? (upvotes / all) * 100 : clamp(1, 99, (upvotes / all) * 100)
  return `${Math.round(percent)}% of ${groupedNumber(all)} find it reliable.`
}

const clamp = (low: number, high: number, value: number): number => Math.min(high, Math.max(low, value))

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
