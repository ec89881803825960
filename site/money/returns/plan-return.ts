import { randomUUID } from 'node:crypto'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Transaction } from 'kysely'
import { type Amount, formatAmount } from '../../kit/amounts/format.ts'
import {
  availableOf,
  type BountyTables,
  type MoneyTables,
  planBountyMails,
  planLook,
  type ReturnReason,
  readAvailable,
  type Source,
} from '../bounties/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { doiOfFund, type Fund } from '../ledger/accounts.ts'
import { bookEntry, type LedgerTables, type NewEntry } from '../ledger/store.ts'
import { logAct, type MoneyLogTables } from '../money-log/store.ts'

export type ReturnTables = BountyTables & ContributionTables & LedgerTables & MoneyLogTables & OutboxTables
type Tx = Transaction<ReturnTables>

export type ReturnJobs = {
  /** Refunds a contribution by Stripe. */
  'returns.send': { id: string }
}

export type PlannedReturn = { id: string; source: string; money: Amount; to: 'giver' | 'pool' }

export type Returning = { fund: Fund; reason: ReturnReason; actor: string; why: string; most?: number }

/**
 * Plans the return of a source's remainder in the caller's transaction, which locks the fund; it can no longer be awarded. Pool money
 * returns at once; contributions are refunded by Stripe in a job.
 * @returns null if nothing is refundable
 */
export const planReturn = async (
  tx: Tx,
  source: Source,
  { fund, reason, actor, why, most = Number.MAX_SAFE_INTEGER }: Returning,
  now: number,
): Promise<PlannedReturn | null> => {
  const { kind, id: of, currency, left } = source
  const available = availableOf(await readAvailable(tx.$pickTables<keyof MoneyTables>(), fund), currency)
  const amount = Math.min(left, available, most)
  if (amount <= 0) return null
  const isOnItsWay = tx.selectFrom('returns').select('id').where('kind', '=', kind).where('source', '=', of)
  if ((await isOnItsWay.where('state', '=', 'planned').executeTakeFirst()) !== undefined) return null
  const id = randomUUID()
  const toPool = kind === 'top-up'
  const kept = { id, kind, source: of, fund, amount, currency, reason, refund: null, problem: null, planned_at: now }
  await tx
    .insertInto('returns')
    .values({ ...kept, state: toPool ? 'to-pool' : 'planned', settled_at: toPool ? now : null })
    .execute()
  const money = { amount, currency }
  const doi = doiOfFund(fund)
  const words = `${formatAmount(money)} ${toPool ? 'back to the pool' : 'back to who gave it'}`
  const act = reason === 'expiry' ? 'expire' : 'refund'
  await logAct(tx.$pickTables<keyof MoneyLogTables>(), { actor, act, about: of, doi, why, words }, now)
  if (toPool) await bookEntry(tx.$pickTables<keyof LedgerTables>(), toPoolEntry(kept, now), now)
  else
    await enqueueJob(
      tx.$pickTables<'outbox'>(),
      { kind: 'returns.send' satisfies keyof ReturnJobs, payload: { id } },
      now,
    )
  if (doi !== null) await planLook(tx, doi, now)
  return { id, source: of, money, to: toPool ? 'pool' : 'giver' }
}

export type StoredReturn = BountyTables['returns']

/** The entry of money that goes from a bounty to the pool, because it cannot go back, or came from there. */
export const toPoolEntry = (
  { id, fund, amount, currency }: Pick<StoredReturn, 'id' | 'fund' | 'amount' | 'currency'>,
  at: number,
): NewEntry => ({
  id: `return/${id}`,
  kind: 'expiry',
  fund,
  payment: null,
  at,
  moves: [{ debit: fund, credit: 'pool', amount, currency }],
})

/**
 * Moves a failed refund to the pool, as the rules provide, and notifies the contributor. Contributions to the pool stay there. Runs in the
 * caller's transaction, which locks the fund.
 */
export const moveToPool = async (tx: Tx, kept: StoredReturn, problem: string, now: number): Promise<void> => {
  const { id, fund, source, amount, currency } = kept
  const money = { amount, currency }
  const doi = doiOfFund(fund)
  await tx.updateTable('returns').set({ state: 'to-pool', problem, settled_at: now }).where('id', '=', id).execute()
  if (doi !== null) await bookEntry(tx.$pickTables<keyof LedgerTables>(), toPoolEntry(kept, now), now)
  const words = `${formatAmount(money)} could not go back, and ${doi === null ? 'stays in' : 'went to'} the pool`
  const act = { actor: 'site', act: 'to-pool', about: source, doi, why: problem, words } as const
  await logAct(tx.$pickTables<keyof MoneyLogTables>(), act, now)
  const readers = [{ kind: 'contribution', id: source }] as const
  await planBountyMails(tx, { about: 'to-pool', doi, money: [money], until: null }, readers, now)
  if (doi !== null) await planLook(tx, doi, now)
}
