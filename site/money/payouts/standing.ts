import { dayInWords } from '../../kit/times/index.ts'
import type { Payee, Payout } from './tables.ts'

type Of = Pick<Payout, 'state' | 'way' | 'paid_at' | 'reference' | 'problem' | 'questioned'>

export const standingInWords = (
  { state, way, paid_at, reference, problem, questioned }: Of,
  payee: Pick<Payee, 'way' | 'ready'> | null,
  hasLostGround: boolean,
): string => {
  if (hasLostGround && (state === 'due' || state === 'stopped'))
    return 'On hold: its report is no longer approved, or your account is blocked. Moderators will review it.'
  if (questioned !== null) return 'On hold: a moderator proposed to withdraw it, and another has to decide.'
  switch (state) {
    case 'paid': {
      const how = way === 'stripe' ? 'by Stripe' : `by hand, ${reference ?? ''}`.replace(/, $/, '')
      return `Paid on ${dayInWords(paid_at ?? 0)} ${how}.`
    }
    case 'sending':
      return 'Stripe is sending it.'
    case 'stopped':
      return 'The payment was returned. Check your payout method; the operators will then send it again.'
    case 'withdrawn':
      return problem === null ? 'Returned to the bounty.' : `Withdrawn by two moderators: “${problem}”`
    case 'due':
      if (payee === null || payee.way === null) return 'Awarded. Choose a payout method below.'
      if (payee.way === 'hand') return 'Awarded. The operators will pay it with the details below.'
      return payee.ready === 1 ? 'Awarded. Stripe will send it soon.' : 'Awarded. Finish the payout setup at Stripe.'
  }
}
