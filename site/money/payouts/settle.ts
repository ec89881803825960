import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import { formatAmount } from '../../kit/amounts/format.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import { type BountyTables, planBountyMails, planLook, readReaders } from '../bounties/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import { bookEntry, type LedgerTables, type NewEntry } from '../ledger/store.ts'
import { logAct, type MoneyLogTables } from '../money-log/store.ts'
import {
  anonymousEntry,
  backEntries,
  backEntry,
  type GroundLost,
  type GroundTables,
  handEntry,
  readGroundLost,
  type Transfer,
  transferEntry,
  withdrawnEntry,
} from './ground.ts'
import { planPayoutMail } from './payees.ts'
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
 * Applies a transfer's state, from a signed event or from the response to our request. Events may arrive repeatedly and in any order; each
 * change is booked once.
 * @returns false for an unknown transfer
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
    await putBack(tx, payout, { entry: anonymousEntry(payout, back), amount: cameBack, sent, now })
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

/** Returns money that came back to the bounty if its recipient declined it or deleted their account. */
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

/** Notifies the contributors, and updates the bounty on the paper's page. */
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

/** Notifies claimants who were notified of the award that the bounty is offered again. */
const tellClaimants = async (tx: Tx, { doi, reporter, amount, sent, currency }: Payout, now: number): Promise<void> => {
  const people = tx.$pickTables<keyof (ContributionTables & ClaimTables)>()
  const except = reporter === null ? [] : [reporter]
  const { claimants } = await readReaders(people, bountyOf(doi as Doi), doi, except)
  const money = [{ amount: amount - sent, currency }]
  await planBountyMails(tx, { about: 'offered-again', doi: doi as Doi, money, until: null }, claimants, now)
}

/** Outcome of an operator's or reporter's action on a payout; `changed`: it differs from the state they saw. */
export type PayoutOutcome = 'done' | 'repeated' | 'changed' | 'own' | 'unknown' | `no-${GroundLost}`

export type PayoutAct = { payout: string; actor: string; why: string | null }

const groundLost = async (tx: Tx, payout: Payout): Promise<GroundLost | null> =>
  (await readGroundLost(tx.$pickTables<keyof GroundTables>(), [payout])).get(payout.id) ?? null

/** Records an operator's payment by hand. Operators cannot record their own. */
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

/** Retries a payout that came back or could not be sent. */
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
 * Returns an unpaid award to the bounty: the reporter declined it or deleted their account, or two moderators withdrew it (`act` is null,
 * since their decision is logged separately). Notifies the reporter in the last case, the contributors and the claimants.
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

/** Deletes payment details once nothing is due. The next award requests them again. */
const eraseDetails = async (tx: Tx, { reporter }: Payout): Promise<void> => {
  if (reporter === null) return
  const due = tx.selectFrom('payouts').select('id').where('reporter', '=', reporter)
  const more = await due.where('state', 'in', ['due', 'sending', 'stopped']).limit(1).executeTakeFirst()
  if (more !== undefined) return
  const theirs = tx.updateTable('payees').where('account', '=', reporter)
  await theirs.set({ details: null }).execute()
  await theirs.set({ way: null }).where('way', '=', 'hand').execute()
}
