import { randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { formatAmount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import {
  type BountyTables,
  holdFund,
  planBountyMails,
  planLook,
  readReaders,
  readSources,
  type Source,
  takeFrom,
} from '../bounties/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf, type Fund } from '../ledger/accounts.ts'
import { bookEntry, type LedgerTables, type NewEntry } from '../ledger/store.ts'
import { logAct, type MoneyLogTables } from '../money-log/store.ts'
import { planPayoutMail, planSend } from '../payouts/index.ts'
import { type AwardTables, approvedBy, letIn, notEnough, type Refused, readReporters, whoHolds } from './propose.ts'
import { readTies, type TiesTables } from './read-ties.ts'
import { decideOn, type ProposalAction, partIn } from './rules.ts'
import { findProposal, type Proposal, type ProposalPart, type ProposalTables, partsOf } from './tables.ts'
import { confirmWithdrawal, endQuestion } from './withdraw.ts'

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

type Tx = Transaction<AwardTables>

export type ProposalDecision = {
  id: string
  action: ProposalAction
  moderator: string
  /** The version that was looked at. */
  version: number
  /** Why it is rejected or taken back; null where it is confirmed. */
  reason: string | null
}

export type ProposalOutcome =
  | { kind: 'decided' | 'repeated'; state: Proposal['state']; version: number }
  | { kind: 'unknown' }
  | Refused

const changed: Refused = {
  kind: 'changed',
  sentence: 'Another moderator has decided on this proposal in the meantime. Review it again.',
}

/**
 * Applies one decision on a proposal, in one transaction. Concurrent decisions are serialized, and the second sees a changed proposal. All
 * conditions checked at proposal time must still hold.
 */
export const decideProposal = (
  db: Kysely<AwardTables>,
  { id, action, moderator, version, reason }: ProposalDecision,
  now: number,
): Promise<ProposalOutcome> =>
  runTransaction(db, async tx => {
    const proposals = tx.$pickTables<keyof ProposalTables>()
    const doi = (await findProposal(proposals, id))?.doi as Doi | undefined
    if (doi === undefined) return { kind: 'unknown' }
    await holdFund(tx.$pickTables<keyof BountyTables>(), bountyOf(doi))
    const proposal = await findProposal(proposals, id)
    if (proposal === undefined) return { kind: 'unknown' }
    const verdict = decideOn(proposal, { action, moderator, version })
    if (verdict.kind === 'repeated') return { kind: 'repeated', state: proposal.state, version: proposal.version }
    if (verdict.kind === 'changed') return changed
    if (verdict.kind !== 'decided') return { kind: 'forbidden', sentence: refusals[verdict.kind] }
    if (verdict.state === 'confirmed') {
      const refused = await confirm(tx, proposal, moderator, now)
      if (refused !== null) return refused
    } else if (proposal.kind === 'withdrawal') await endQuestion(tx, proposal, now)
    const decided = { state: verdict.state, version: version + 1, decided_by: moderator, decided_at: now, reason }
    await tx.updateTable('proposals').set(decided).where('id', '=', id).execute()
    const words = `${formatAmount(proposal)} ${wordsOf[proposal.kind]}`
    const act = { act: action, actor: moderator, about: id, doi, why: reason, words }
    await logAct(tx.$pickTables<keyof MoneyLogTables>(), act, now)
    return { kind: 'decided', state: verdict.state, version: version + 1 }
  })

const wordsOf = {
  award: 'for reports',
  'top-up': 'from the pool to the bounty',
  withdrawal: 'of an award back into its bounty',
} as const

const refusals = {
  'same-person':
    'Two moderators are required: you proposed this, so you can only withdraw it; another moderator confirms or rejects it.',
  nobodys: 'The moderator who proposed this has deleted their account. Reject it and propose it again.',
} as const

/** Executes a proposal. @returns the reason if that is no longer possible; nothing has been changed then */
const confirm = async (tx: Tx, proposal: Proposal, moderator: string, now: number): Promise<Refused | null> => {
  const doi = proposal.doi as Doi
  for (const account of [moderator, proposal.proposed_by ?? '']) {
    const ties = partIn(await readTies(tx.$pickTables<keyof TiesTables>(), account, doi))
    if (ties === null) continue
    if (account === moderator) return { kind: 'forbidden', sentence: ties }
    return { kind: 'forbidden', sentence: 'The moderator who proposed this now has a conflict of interest. Reject it.' }
  }
  const fund = bountyOf(doi)
  if (proposal.kind === 'top-up') return topUp(tx, proposal, fund, now)
  if (proposal.kind === 'withdrawal') return confirmWithdrawal(tx, proposal, moderator, now)

  const parts = await partsOf(tx.$pickTables<keyof ProposalTables>(), proposal.id)
  if (await approvedBy(tx, moderator, parts)) return { kind: 'forbidden', sentence: letIn }
  if (await approvedBy(tx, proposal.proposed_by ?? '', parts))
    return { kind: 'forbidden', sentence: 'The moderator who proposed this approved one of its reports. Reject it.' }
  const writers = await readReporters(tx, doi, parts)
  if ('kind' in writers) return writers
  const held = await whoHolds(tx, doi, [...writers.values()], now)
  if (held !== null) return held
  const short = await notEnough(tx, fund, proposal)
  if (short !== null) return short
  await bookEntry(tx.$pickTables<keyof LedgerTables>(), awardEntry(proposal, parts, now), now)
  let sources = await readSources(tx.$pickTables<keyof (BountyTables & ContributionTables & LedgerTables)>(), fund)
  for (const { report, amount } of parts) {
    const id = randomUUID()
    const { currency } = proposal
    const reporter = writers.get(report) ?? null
    await tx
      .insertInto('payouts')
      .values({
        id,
        proposal: proposal.id,
        doi,
        report,
        reporter,
        amount,
        currency,
        sent: 0,
        state: 'due',
        way: null,
        destination: null,
        attempt: 1,
        reference: null,
        problem: null,
        questioned: null,
        awarded_at: now,
        paid_at: null,
      })
      .execute()
    sources = await use(tx, { purpose: id, fund, money: { amount, currency } }, sources)
    await planPayoutMail(tx, { payout: id, about: 'awarded' }, now)
    // Reporters with a payout method are paid at once. For others the job has nothing to do.
    await planSend(tx, id, now)
  }
  await tell(tx, proposal, [...writers.values()], now)
  return null
}

const topUp = async (tx: Tx, proposal: Proposal, fund: Fund, now: number): Promise<Refused | null> => {
  await holdFund(tx.$pickTables<keyof BountyTables>(), 'pool')
  const short = await notEnough(tx, 'pool', proposal)
  if (short !== null) return short
  const { id, doi, amount, currency } = proposal
  await bookEntry(tx.$pickTables<keyof LedgerTables>(), topUpEntry(proposal, now), now)
  const pool = await readSources(tx.$pickTables<keyof (BountyTables & ContributionTables & LedgerTables)>(), 'pool')
  await use(tx, { purpose: id, fund: 'pool', money: { amount, currency } }, pool)
  await tx.insertInto('top_ups').values({ id, fund, amount, currency, at: now }).execute()
  await planLook(tx, doi as Doi, now)
  return null
}

/** Records a use of sources' money. @returns the sources with their remaining amounts */
const use = async (
  tx: Tx,
  { purpose, fund, money }: { purpose: string; fund: Fund; money: { amount: number; currency: string } },
  sources: readonly Source[],
): Promise<Source[]> => {
  const uses = takeFrom(sources, money)
  if (uses.length > 0)
    await tx
      .insertInto('money_uses')
      .values(
        uses.map(({ kind, id: source, amount }) => ({ purpose, kind, source, fund, amount, currency: money.currency })),
      )
      .execute()
  return sources.map(source => {
    const taken = uses.find(({ kind, id }) => kind === source.kind && id === source.id)?.amount ?? 0
    return { ...source, left: source.left - taken }
  })
}

/** Notifies the bounty's contributors and claimants of an award; the reporters get a separate notification. */
const tell = async (tx: Tx, proposal: Proposal, reporters: readonly string[], now: number): Promise<void> => {
  const doi = proposal.doi as Doi
  const { amount, currency } = proposal
  const people = tx.$pickTables<keyof (ContributionTables & ClaimTables)>()
  const readers = await readReaders(people, bountyOf(doi), doi, reporters)
  const mail = { doi, money: [{ amount, currency }], until: null }
  await planBountyMails(tx, { ...mail, about: 'awarded' }, readers.contributors, now)
  await planBountyMails(tx, { ...mail, about: 'awarded-elsewhere' }, readers.claimants, now)
  await planLook(tx, doi, now)
}
