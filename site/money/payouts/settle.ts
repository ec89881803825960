import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import { formatAmount } from '../../kit/amounts/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import { type BountyTables, planBountyMails, planLook, readReaders } from '../bounties/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bookEntry, bountyOf, type LedgerTables, type NewEntry } from '../ledger/index.ts'
import { logAct, type MoneyLogTables } from '../money-log/index.ts'
import {
  backEntries,
  backEntry,
  handEntry,
  nobodysEntry,
  type Transfer,
  transferEntry,
  withdrawnEntry,
} from './entries.ts'
import { type GroundLost, type GroundTables, readGroundLost } from './ground.ts'
import { planPayoutMail } from './plan.ts'
import { holdPayout, type Payout, type PayoutTables, setPayout } from './tables.ts'

export type SettleTables = PayoutTables &
  BountyTables &
  LedgerTables &
  MoneyLogTables &
  ContributionTables &
  ClaimTables &
  GroundTables &
  OutboxTables
type Tx = Transaction<SettleTables>

const ledgerOf = (tx: Tx) => tx.$pickTables<keyof LedgerTables>()

/**
 * Takes in what Stripe tells of a transfer, by a signed event or as the answer to our own call, in any order and however often: what it
 * comes to is booked once.
 * @returns false for a transfer that is none of ours
 */
export const noteTransfer = async (tx: Tx, transfer: Transfer, now: number): Promise<boolean> => {
  const payouts = tx.$pickTables<keyof PayoutTables>()
  const payout = await holdPayout(payouts, transfer.payout)
  if (payout === undefined) return false
  const isNew = await bookEntry(ledgerOf(tx), transferEntry(payout, transfer), now)
  const back = backEntry(payout, transfer, await readBack(tx, transfer.id))
  if (back !== null) await bookEntry(ledgerOf(tx), back, now)
  const cameBack = back?.moves[0]?.amount ?? 0
  if (!isNew && cameBack === 0) return true
  const sent = payout.sent + (isNew ? transfer.amount : 0) - cameBack
  const isPaid = sent >= payout.amount
  if (back !== null && !isPaid && (payout.state === 'withdrawn' || payout.reporter === null)) {
    await putBack(tx, payout, { entry: nobodysEntry(payout, back), amount: cameBack, sent, now })
    return true
  }
  await setPayout(payouts, payout.id, {
    sent,
    ...(isPaid
      ? { state: 'paid', way: 'stripe', reference: transfer.id, problem: null, paid_at: now }
      : {
          state: 'stopped',
          attempt: payout.attempt + 1,
          paid_at: null,
          problem: `Of the transfer ${transfer.id}, ${formatAmount({ amount: transfer.reversed, currency: payout.currency })} came back.`,
        }),
  })
  await planPayoutMail(tx, { payout: payout.id, about: isPaid ? 'paid' : 'came-back' }, now)
  await tellOthers(tx, payout, { about: isPaid ? 'paid' : 'came-back', amount: isPaid ? payout.amount : cameBack, now })
  return true
}

type PutBack = { entry: NewEntry; amount: number; sent: number; now: number }

/** What came back that nobody is to be paid any more, because they declined it or have deleted their account, is in the bounty again. */
const putBack = async (tx: Tx, payout: Payout, { entry, amount, sent, now }: PutBack): Promise<void> => {
  await bookEntry(ledgerOf(tx), entry, now)
  await tellOthers(tx, payout, { about: 'award-back', amount, now })
  if (sent === 0) await tx.deleteFrom('money_uses').where('purpose', '=', payout.id).execute()
  await setPayout(tx.$pickTables<keyof PayoutTables>(), payout.id, { sent, state: 'withdrawn', paid_at: null })
}

const readBack = async (tx: Tx, transfer: string): Promise<number> => {
  const prefix = backEntries(transfer)
  const { back } = await ledgerOf(tx)
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum('amount').as('back'))
    .where('entry', '>=', prefix)
    .where('entry', '<', `${prefix}~`)
    .executeTakeFirstOrThrow()
  return Number(back ?? 0)
}

type News = { about: 'paid' | 'came-back' | 'award-back'; amount: number; now: number }

/** Those who gave the money hear what happened to it; the paper's page shows where its bounty stands. */
const tellOthers = async (tx: Tx, payout: Payout, { about, amount, now }: News): Promise<void> => {
  const doi = payout.doi as Doi
  await planLook(tx, doi, now)
  const used = await tx
    .selectFrom('money_uses')
    .select('source')
    .where('purpose', '=', payout.id)
    .where('kind', '=', 'contribution')
    .orderBy('source')
    .execute()
  const readers = used.map(({ source: id }) => ({ kind: 'contribution' as const, id }))
  const { currency } = payout
  await planBountyMails(tx, { about, doi, money: [{ amount, currency }], until: null }, readers, now)
}

/** Who claimed the paper, and was told of the award, hears that it is offered again. */
const tellClaimants = async (tx: Tx, { doi, reporter, amount, sent, currency }: Payout, now: number): Promise<void> => {
  const people = tx.$pickTables<keyof (ContributionTables & ClaimTables)>()
  const except = reporter === null ? [] : [reporter]
  const { claimants } = await readReaders(people, bountyOf(doi as Doi), doi, except)
  const money = [{ amount: amount - sent, currency }]
  await planBountyMails(tx, { about: 'offered-again', doi: doi as Doi, money, until: null }, claimants, now)
}

/** The outcome of what an operator or a reporter did with a payout; `changed`: it is not as they saw it. */
export type PayoutOutcome = 'done' | 'repeated' | 'changed' | 'own' | 'unknown' | `no-${GroundLost}`

export type PayoutAct = { payout: string; actor: string; why: string | null }

const groundLost = async (tx: Tx, payout: Payout): Promise<GroundLost | null> =>
  (await readGroundLost(tx.$pickTables<keyof GroundTables>(), [payout])).get(payout.id) ?? null

/** Notes that an operator has paid a reporter by hand. Nobody notes it of their own. */
export const markDone = async (
  tx: Tx,
  { payout: id, actor, why, reference }: PayoutAct & { reference: string },
  now: number,
): Promise<PayoutOutcome> => {
  const payouts = tx.$pickTables<keyof PayoutTables>()
  const payout = await holdPayout(payouts, id)
  if (payout === undefined) return 'unknown'
  if (payout.reporter === actor) return 'own'
  if (payout.state === 'paid') return payout.reference === reference ? 'repeated' : 'changed'
  if ((payout.state !== 'due' && payout.state !== 'stopped') || payout.questioned !== null) return 'changed'
  const lost = await groundLost(tx, payout)
  if (lost !== null) return `no-${lost}`
  await bookEntry(ledgerOf(tx), handEntry(payout, now), now)
  const paid = { state: 'paid', way: 'hand', sent: payout.amount, reference, problem: null, paid_at: now } as const
  await setPayout(payouts, id, paid)
  await log(tx, payout, { act: 'payout-done', actor, why, words: `paid by hand, ${reference}` }, now)
  await planPayoutMail(tx, { payout: id, about: 'paid' }, now)
  await tellOthers(tx, payout, { about: 'paid', amount: payout.amount, now })
  await eraseDetails(tx, payout)
  return 'done'
}

/** Lets a payout that came back, or could not be sent, be tried again. */
export const payAgain = async (tx: Tx, { payout: id, actor, why }: PayoutAct, now: number): Promise<PayoutOutcome> => {
  const payouts = tx.$pickTables<keyof PayoutTables>()
  const payout = await holdPayout(payouts, id)
  if (payout === undefined) return 'unknown'
  if (payout.state === 'due') return 'repeated'
  if (payout.state !== 'stopped') return 'changed'
  const lost = await groundLost(tx, payout)
  if (lost !== null) return `no-${lost}`
  await setPayout(payouts, id, { state: 'due' })
  await log(tx, payout, { act: 'payout-again', actor, why, words: 'to be paid again' }, now)
  return 'done'
}

/**
 * Puts what a reporter was awarded and not paid back into the bounty: they do not want it, have deleted their account, or two moderators
 * took it back (`act` is null: it is logged as their decision), which they are told. So are those whose money it was,
 * and those who claimed the paper.
 */
export const withdrawPayout = async (
  tx: Tx,
  { payout: id, actor, why, act }: PayoutAct & { act: 'decline' | 'forget' | null },
  now: number,
): Promise<PayoutOutcome> => {
  const payouts = tx.$pickTables<keyof PayoutTables>()
  const payout = await holdPayout(payouts, id)
  if (payout === undefined) return 'unknown'
  if (payout.state === 'withdrawn') return 'repeated'
  if (payout.state === 'sending' || payout.state === 'paid') return 'changed'
  await bookEntry(ledgerOf(tx), withdrawnEntry(payout, now), now)
  await tellOthers(tx, payout, { about: 'award-back', amount: payout.amount - payout.sent, now })
  await tellClaimants(tx, payout, now)
  if (payout.sent === 0) await tx.deleteFrom('money_uses').where('purpose', '=', id).execute()
  await setPayout(payouts, id, { state: 'withdrawn', questioned: null, ...(act === null && { problem: why }) })
  if (act === null) await planPayoutMail(tx, { payout: id, about: 'withdrawn' }, now)
  else await log(tx, payout, { act, actor, why, words: 'back into the bounty' }, now)
  await eraseDetails(tx, payout)
  return 'done'
}

const log = async (
  tx: Tx,
  { id, doi, amount, sent, currency }: Payout,
  { words, ...act }: Pick<Parameters<typeof logAct>[1], 'act' | 'actor' | 'why' | 'words'>,
  now: number,
): Promise<void> => {
  const money = formatAmount({ amount: amount - sent, currency })
  await logAct(tx.$pickTables<keyof MoneyLogTables>(), { ...act, about: id, doi, words: `${money} ${words}` }, now)
}

/** What somebody said of how to be paid is kept no longer than something is due to them: for the next award they are asked again. */
const eraseDetails = async (tx: Tx, { reporter }: Payout): Promise<void> => {
  if (reporter === null) return
  const due = tx.selectFrom('payouts').select('id').where('reporter', '=', reporter)
  const more = await due.where('state', 'in', ['due', 'sending', 'stopped']).limit(1).executeTakeFirst()
  if (more !== undefined) return
  const theirs = tx.updateTable('payees').where('account', '=', reporter)
  await theirs.set({ details: null }).execute()
  await theirs.set({ way: null }).where('way', '=', 'hand').execute()
}
