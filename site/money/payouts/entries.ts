import type { Doi } from '../../kit/doi/index.ts'
import { bountyOf, type NewEntry } from '../ledger/index.ts'
import type { Payout } from './tables.ts'

/** A transfer as Stripe tells of it, in minor units: what was sent, and what of it has come back by now. */
export type Transfer = { id: string; payout: string; amount: number; currency: string; reversed: number; at: number }

type Of = Pick<Payout, 'doi' | 'currency'>

/** The entry of money that went to a reporter by Stripe. */
export const transferEntry = ({ doi, currency }: Of, { id, amount, at }: Transfer): NewEntry => ({
  id: `payout/${id}`,
  kind: 'payout',
  fund: bountyOf(doi as Doi),
  payment: null,
  at,
  moves: [{ debit: 'awarded', credit: 'stripe', amount, currency }],
})

/** What the ids of the entries begin with that book what came back of a transfer. */
export const backEntries = (transfer: string): string => `payout/${transfer}/back/`

/**
 * The entry of what came back of a transfer and is not booked yet: the difference to what is. Null when there is none, as when an older
 * word arrives after a newer one.
 */
export const backEntry = ({ doi, currency }: Of, { id, reversed, at }: Transfer, booked: number): NewEntry | null =>
  reversed <= booked
    ? null
    : {
        id: `${backEntries(id)}${reversed}`,
        kind: 'payout-failed',
        fund: bountyOf(doi as Doi),
        payment: null,
        at,
        moves: [{ debit: 'stripe', credit: 'awarded', amount: reversed - booked, currency }],
      }

/** The entry of what an operator paid from elsewhere. */
export const handEntry = ({ id, doi, attempt, amount, sent, currency }: Payout, at: number): NewEntry => ({
  id: `payout/${id}/by-hand/${attempt}`,
  kind: 'payout',
  fund: bountyOf(doi as Doi),
  payment: null,
  at,
  moves: [{ debit: 'awarded', credit: 'operator', amount: amount - sent, currency }],
})

/** The entry of an award that goes back into its bounty, as far as it was not paid. */
export const withdrawnEntry = ({ id, doi, amount, sent, currency }: Payout, at: number): NewEntry => ({
  id: `award/${id}/withdrawn`,
  kind: 'award-withdrawn',
  fund: bountyOf(doi as Doi),
  payment: null,
  at,
  moves: [{ debit: 'awarded', credit: bountyOf(doi as Doi), amount: amount - sent, currency }],
})

/** The entry of what came back, by `back`, of an award that nobody is to be paid any more: it goes on into the bounty. */
export const nobodysEntry = ({ id, doi }: Payout, back: NewEntry): NewEntry => ({
  ...back,
  id: `award/${id}/withdrawn/${back.id}`,
  kind: 'award-withdrawn',
  moves: back.moves.map(move => ({ ...move, debit: 'awarded', credit: bountyOf(doi as Doi) })),
})
