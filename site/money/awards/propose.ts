import { randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import { type Amount, formatAmount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { type ClaimTables, readHolds } from '../../readers/claims/index.ts'
import { type ModerationTables, readApprovers, readBlockedAmong } from '../../readers/moderation/index.ts'
import { type ReportTables, readReports } from '../../readers/reports/index.ts'
import { availableOf, type BountyTables, holdFund, type MoneyTables, readAvailable } from '../bounties/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf, type Fund } from '../ledger/accounts.ts'
import type { LedgerTables } from '../ledger/store.ts'
import { logAct, type MoneyLogTables } from '../money-log/store.ts'
import type { PayoutTables } from '../payouts/index.ts'
import { readTies, type TiesTables } from './read-ties.ts'
import { isHeldFromOthers, partIn } from './rules.ts'
import { hasWaiting, type Proposal, type ProposalPart, type ProposalTables } from './tables.ts'

type Tables = ProposalTables & MoneyTables & MoneyLogTables

const reason = 'The money has been refunded.'

/**
 * Cancels a proposed award that its bounty can no longer cover. It could not be confirmed and would block the next one. Runs in the
 * caller's transaction, which locks the fund.
 */
export const endUnpayable = async (tx: Transaction<Tables>, doi: Doi, now: number): Promise<void> => {
  const proposals = tx.$pickTables<keyof ProposalTables>()
  const waiting = await proposals
    .selectFrom('proposals')
    .select(['id', 'amount', 'currency', 'version'])
    .where('doi', '=', doi)
    .where('kind', '=', 'award')
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting === undefined) return
  const left = availableOf(await readAvailable(tx.$pickTables<keyof MoneyTables>(), bountyOf(doi)), waiting.currency)
  if (left >= waiting.amount) return
  const ended = { state: 'rejected', version: waiting.version + 1, decided_by: null, decided_at: now, reason } as const
  await proposals.updateTable('proposals').set(ended).where('id', '=', waiting.id).execute()
  const act = { act: 'reject', actor: 'site', about: waiting.id, doi, why: reason } as const
  const words = `${formatAmount(waiting)} for reports`
  await logAct(tx.$pickTables<keyof MoneyLogTables>(), { ...act, words }, now)
}

export type AwardTables = ProposalTables &
  TiesTables &
  BountyTables &
  LedgerTables &
  MoneyLogTables &
  PayoutTables &
  ModerationTables &
  OutboxTables
type Tx = Transaction<AwardTables>

/** Rejection, with a message for the moderator. `changed`: the state differs from the one they saw. */
export type Refused = { kind: 'refused' | 'changed' | 'forbidden'; sentence: string }

/** Proposal input. `parts` in minor units by report; empty for a top-up. */
export type NewProposal = {
  kind: 'award' | 'top-up'
  doi: Doi
  money: Amount
  parts: readonly { report: string; amount: number }[]
  why: string
  moderator: string
}

/** Stores a proposal to move money, pending a second moderator's decision. No money moves yet. */
export const propose = (
  db: Kysely<AwardTables>,
  { kind, doi, money, parts, why, moderator }: NewProposal,
  now: number,
): Promise<{ kind: 'proposed'; id: string } | Refused> =>
  runTransaction(db, async tx => {
    await holdFund(tx.$pickTables<keyof BountyTables>(), bountyOf(doi))
    const ties = partIn(await readTies(tx.$pickTables<keyof TiesTables>(), moderator, doi))
    if (ties !== null) return { kind: 'forbidden', sentence: ties }
    await endUnpayable(tx, doi, now)
    if (await hasWaiting(tx, doi, kind))
      return { kind: 'changed', sentence: 'Another proposal for this bounty is already awaiting confirmation.' }
    const reporters = await readReporters(tx, doi, parts)
    if ('kind' in reporters) return reporters
    const approver = await approvedBy(tx, moderator, parts)
    if (approver) return { kind: 'forbidden', sentence: letIn }
    const held = await whoHolds(tx, doi, [...reporters.values()], now)
    if (held !== null) return held
    const short = await notEnough(tx, kind === 'award' ? bountyOf(doi) : 'pool', money)
    if (short !== null) return short

    const named = parts.map(part => ({ ...part, reporter: reporters.get(part.report) ?? '' }))
    const words =
      kind === 'top-up'
        ? 'from the pool to the bounty'
        : `for ${parts.length === 1 ? 'a report' : `${parts.length} reports`}`
    const id = await keepProposal(tx, { kind, doi, money, parts: named, why, moderator, words }, now)
    return { kind: 'proposed', id }
  })

type Kept = Pick<Proposal, 'kind' | 'why'> & {
  doi: Doi
  money: Amount
  parts: readonly Omit<ProposalPart, 'proposal'>[]
  moderator: string
  /** Text after the amount in the log. */
  words: string
}

/** Writes a proposal down, and that it was made. @returns its id */
export const keepProposal = async (
  tx: Tx,
  { kind, doi, money, parts, why, moderator, words }: Kept,
  now: number,
): Promise<string> => {
  const id = randomUUID()
  const nobody = { decided_by: null, decided_at: null, reason: null }
  const waits = { state: 'waiting', version: 1, proposed_by: moderator, proposed_at: now, ...nobody } as const
  await tx
    .insertInto('proposals')
    .values({ id, kind, doi, ...money, why, ...waits })
    .execute()
  if (parts.length > 0)
    await tx
      .insertInto('proposal_parts')
      .values(parts.map(part => ({ proposal: id, ...part })))
      .execute()
  const act = {
    act: 'propose',
    actor: moderator,
    about: id,
    doi,
    why,
    words: `${formatAmount(money)} ${words}`,
  } as const
  await logAct(tx.$pickTables<keyof MoneyLogTables>(), act, now)
  return id
}

/** Returns the authors of the reports to award. Each report must be approved, on this paper, and by an author who can be paid. */
export const readReporters = async (
  tx: Tx,
  doi: Doi,
  parts: readonly { report: string }[],
): Promise<Map<string, string> | Refused> => {
  const ids = parts.map(({ report }) => report)
  const reports = await readReports(tx.$pickTables<keyof ReportTables>(), ids)
  const writers = new Map<string, string>()
  for (const id of ids) {
    const report = reports.find(each => each.id === id)
    if (report === undefined || report.doi !== doi || report.approvedAt === null)
      return {
        kind: 'changed',
        sentence: 'One of the reports is not an approved report on this paper.',
      }
    if (report.author === null)
      return {
        kind: 'changed',
        sentence: 'The author of one of the reports has deleted their account and can’t be paid.',
      }
    writers.set(id, report.author)
  }
  const blocked = await readBlockedAmong(tx.$pickTables<keyof ModerationTables>(), [...writers.values()])
  if (blocked.size > 0) return { kind: 'changed', sentence: 'The author of one of the reports has been blocked.' }
  return writers
}

/** Rejection reason for a moderator who approved one of the reports. */
export const letIn = 'You approved one of these reports, so two other moderators decide on its award.'

/** True if the moderator approved one of the reports: its award requires two others. */
export const approvedBy = async (tx: Tx, moderator: string, parts: readonly { report: string }[]): Promise<boolean> => {
  const ids = parts.map(({ report }) => report)
  const approvers = await readApprovers(tx.$pickTables<keyof ModerationTables>(), 'audit', ids)
  return [...approvers.values()].some(approver => approver.moderator === moderator)
}

/** Returns the claimants that hold the bounty. A held bounty can go only to them. */
export const whoHolds = async (
  tx: Tx,
  doi: Doi,
  reporters: readonly string[],
  now: number,
): Promise<Refused | null> => {
  const holds = await readHolds(tx.$pickTables<keyof ClaimTables>(), doi, now)
  if (!reporters.some(reporter => isHeldFromOthers(holds, reporter))) return null
  const until = formatDay(Math.max(...holds.map(({ until }) => until)))
  return { kind: 'refused', sentence: `This bounty is reserved for a claim until ${until} at the latest.` }
}

/** Returns a rejection if the fund holds less than the amount. */
export const notEnough = async (tx: Tx, fund: Fund, money: Amount): Promise<Refused | null> => {
  const funds = tx.$pickTables<keyof (BountyTables & ContributionTables & LedgerTables)>()
  const left = availableOf(await readAvailable(funds, fund), money.currency)
  if (left >= money.amount) return null
  const there = formatAmount({ amount: left, currency: money.currency })
  return {
    kind: 'changed',
    sentence: `Only ${there} is available from ${fund === 'pool' ? 'the pool' : 'this bounty'}.`,
  }
}
