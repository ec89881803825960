import { groupedNumber } from '../../kit/amounts/index.ts'
import { type Fall, falls } from './fall.ts'
import type { WhenFell } from './when-fell.ts'

const saidOfOne: Readonly<Record<Fall, string>> = {
  retracted: 'was retracted',
  withdrawn: 'was withdrawn',
  'partly-retracted': 'was retracted in part',
  concern: 'has an expression of concern',
  'not-held': 'failed to replicate',
}
const saidOfMany: Readonly<Record<Fall, string>> = {
  retracted: 'were retracted',
  withdrawn: 'were withdrawn',
  'partly-retracted': 'were retracted in part',
  concern: 'have an expression of concern',
  'not-held': 'failed to replicate',
}

/**
 * "Cites 2 papers that were retracted and 1 that failed to replicate": summary of flagged references for pages, the API and the reference
 * check. Null if there are none.
 */
export const citesInWords = (cited: readonly { fall: Fall }[]): string | null => {
  const counted = falls
    .map(fall => ({ fall, count: cited.filter(one => one.fall === fall).length }))
    .filter(({ count }) => count > 0)
  const parts = counted.map(({ fall, count }, index) => {
    const papers = index > 0 ? '' : count === 1 ? ' paper' : ' papers'
    return `${groupedNumber(count)}${papers} that ${(count === 1 ? saidOfOne : saidOfMany)[fall]}`
  })
  if (parts.length === 0) return null
  const last = parts.pop() ?? ''
  return `Cites ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}`
}

/** Text on whether the cited paper was flagged before the citing one was published; null if unknown. */
export const whenInWords = (when: WhenFell | null): string | null => (when === null ? null : whenWords[when])

const whenWords: Readonly<Record<WhenFell, string>> = {
  before: 'before this paper appeared',
  after: 'after this paper appeared',
  'same-year': 'in the year this paper appeared',
}
