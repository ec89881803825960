import { dayInWords } from '../../kit/times/index.ts'
import type { Payee, Payout } from './tables.ts'

type Of = Pick<Payout, 'state' | 'way' | 'paid_at' | 'reference' | 'problem' | 'questioned'>

/** Where an award stands, in a sentence for its reporter. */
export const standingInWords = (
  { state, way, paid_at, reference, problem, questioned }: Of,
  payee: Pick<Payee, 'way' | 'ready'> | null,
  hasLostGround: boolean,
): string => {
  if (hasLostGround && (state === 'due' || state === 'stopped'))
    return 'It waits: its report is not approved now, or you were stopped from writing here. Moderators look at it again.'
  if (questioned !== null) return 'A moderator wants it taken back; another one decides. It is not paid meanwhile.'
  switch (state) {
    case 'paid': {
      const how = way === 'stripe' ? 'by Stripe' : `by hand, ${reference ?? ''}`.replace(/, $/, '')
      return `Paid on ${dayInWords(paid_at ?? 0)} ${how}.`
    }
    case 'sending':
      return 'Stripe is sending it.'
    case 'stopped':
      return 'It was sent and came back. Look whether how you are paid is right; the people who run this site then send it again.'
    case 'withdrawn':
      return problem === null ? 'Back in the bounty.' : `Two moderators took it back into the bounty: “${problem}”`
    case 'due':
      if (payee === null || payee.way === null) return 'Yours. Say below how you want to be paid.'
      if (payee.way === 'hand') return 'Yours. The people who run this site pay it as you say below.'
      return payee.ready === 1 ? 'Yours. Stripe sends it soon.' : 'Yours. Finish at Stripe how you are paid.'
  }
}
