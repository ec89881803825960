import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type BountyTables, holdFund } from '../bounties/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import {
  holdPayout,
  type PayoutTables,
  planSend,
  type SettleTables,
  setPayout,
  withdrawPayout,
} from '../payouts/index.ts'
import { type AwardTables, keepProposal, type Refused } from './propose.ts'
import { readTies, type TiesTables } from './read-ties.ts'
import { partIn } from './rules.ts'
import { hasWaiting, type Proposal, type ProposalTables } from './tables.ts'

type Tx = Transaction<AwardTables>

/** A moderator wants an award taken back that two have agreed on. */
export type NewWithdrawal = { payout: string; why: string; moderator: string }

const gone: Refused = {
  kind: 'changed',
  sentence: 'This award has been paid, is being paid or was returned to its bounty, so it can’t be withdrawn.',
}

/**
 * Stores a proposed award withdrawal, pending another moderator's decision. The payout is paused meanwhile, so that it is not sent during
 * the review.
 */
export const proposeWithdrawal = (
  db: Kysely<AwardTables>,
  { payout: id, why, moderator }: NewWithdrawal,
  now: number,
): Promise<{ kind: 'proposed'; id: string } | { kind: 'unknown' } | Refused> =>
  runTransaction(db, async tx => {
    const found = await tx.selectFrom('payouts').select('doi').where('id', '=', id).executeTakeFirst()
    if (found === undefined) return { kind: 'unknown' }
    const doi = found.doi as Doi
    await holdFund(tx.$pickTables<keyof BountyTables>(), bountyOf(doi))
    const ties = partIn(await readTies(tx.$pickTables<keyof TiesTables>(), moderator, doi))
    if (ties !== null) return { kind: 'forbidden', sentence: ties }
    const payouts = tx.$pickTables<keyof PayoutTables>()
    const payout = await holdPayout(payouts, id)
    if (payout === undefined || payout.reporter === null || !['due', 'stopped'].includes(payout.state)) return gone
    if (await hasWaiting(tx.$pickTables<keyof ProposalTables>(), doi, 'withdrawal'))
      return { kind: 'changed', sentence: 'A withdrawal from this bounty is already awaiting confirmation.' }
    const { report, reporter, amount, sent, currency } = payout
    const proposal = await keepProposal(
      tx,
      {
        kind: 'withdrawal',
        doi,
        money: { amount: amount - sent, currency },
        parts: [{ report, reporter, amount: amount - sent }],
        why,
        moderator,
        words: 'of an award back into its bounty',
      },
      now,
    )
    await setPayout(payouts, id, { questioned: proposal })
    return { kind: 'proposed', id: proposal }
  })

/** Returns an award to its bounty. @returns the reason if that is no longer possible; nothing has been changed then */
export const confirmWithdrawal = async (
  tx: Tx,
  { id, why }: Proposal,
  moderator: string,
  now: number,
): Promise<Refused | null> => {
  const payout = await questioned(tx, id)
  if (payout === undefined) return gone
  const outcome = await withdrawPayout(
    tx.$pickTables<keyof SettleTables>(),
    { payout, actor: moderator, why, act: null },
    now,
  )
  return outcome === 'done' ? null : gone
}

/** Rejects the withdrawal and resumes the reporter's payout. */
export const endQuestion = async (tx: Tx, { id }: Proposal, now: number): Promise<void> => {
  const payout = await questioned(tx, id)
  if (payout === undefined) return
  const payouts = tx.$pickTables<keyof PayoutTables>()
  await holdPayout(payouts, payout)
  await setPayout(payouts, payout, { questioned: null })
  await planSend(tx, payout, now)
}

const questioned = async (tx: Tx, proposal: string): Promise<string | undefined> =>
  (await tx.selectFrom('payouts').select('id').where('questioned', '=', proposal).executeTakeFirst())?.id
