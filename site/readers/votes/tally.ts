import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import type { VoteCounts } from './rules.ts'

/** Below this number of votes, a share reflects chance (DESIGN §9). */
export const fewestForShare = 5

/** One piece of the bar: from `start`, `length` wide, both in percent of the bar. */
export type BarPiece = { side: 'reliable' | 'not-reliable'; start: number; length: number }

export type Tally = {
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
