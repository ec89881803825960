import type { Doi } from '../../kit/doi/index.ts'
import { bountyOf, type NewEntry } from '../ledger/index.ts'
import type { Proposal, ProposalPart } from './tables.ts'

type Of = Pick<Proposal, 'id' | 'doi' | 'currency'>

/** The entry of money that two moderators promised to reporters: a leg for each report. */
export const awardEntry = (
  { id, doi, currency }: Of,
  parts: readonly Pick<ProposalPart, 'amount'>[],
  at: number,
): NewEntry => {
  const fund = bountyOf(doi as Doi)
  const moves = parts.map(({ amount }) => ({ debit: fund, credit: 'awarded', amount, currency }) as const)
  return { id: `award/${id}`, kind: 'award', fund, payment: null, at, moves }
}

/** The entry of money that two moderators moved from the pool to a bounty. */
export const topUpEntry = ({ id, doi, currency, amount }: Of & Pick<Proposal, 'amount'>, at: number): NewEntry => {
  const fund = bountyOf(doi as Doi)
  const moves = [{ debit: 'pool', credit: fund, amount, currency }] as const
  return { id: `top-up/${id}`, kind: 'top-up', fund, payment: null, at, moves }
}
