import { runTransaction } from '@corroborate/server-kit/database'
import { messageOf } from '@corroborate/server-kit/error-message'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { nextNight } from '../../paper/sources/index.ts'
import type { ClaimTables } from '../../readers/claims/index.ts'
import type { ProposalTables } from '../awards/index.ts'
import type { LedgerTables } from '../ledger/store.ts'
import { reconcile } from '../payments/index.ts'
import { type GroundTables, type PayoutTables, planSend } from '../payouts/index.ts'
import { expire, type ReturnTables } from '../returns/index.ts'
import { isOfStripe, type StripeAccess } from '../stripe/open-stripe.ts'
import { keepReconciled, type Reconciled, type ReconcileTables } from './tables.ts'

export type NightTables = ReturnTables &
  ClaimTables &
  ProposalTables &
  PayoutTables &
  GroundTables &
  ReconcileTables &
  OutboxTables

export type NightJobs = {
  /** Announces and refunds expired money, retries due payouts, and reconciles the ledger with Stripe. */
  'money.night': Record<string, never>
  /** Reconciles the ledger with Stripe now. */
  'money.reconcile': Record<string, never>
}

const kind = 'money.night' satisfies keyof NightJobs

const untilNight = (origin: string, now: number): number => nextNight(now, `${origin} money`) - now

/** Writes the next night's round down, unless it is already. */
export const planMoneyNight = (db: Kysely<OutboxTables>, origin: string, now: number): Promise<void> =>
  runTransaction(db, tx => enqueueJob(tx, { kind, key: kind, payload: {}, delay: untilNight(origin, now) }, now))

/** Reconciles the ledger with Stripe's own list and stores the result. */
export const reconcileNow = async (
  db: Kysely<LedgerTables & ReconcileTables>,
  stripe: StripeAccess,
  now: number,
): Promise<Reconciled> => {
  const found = await compare(db.$pickTables<keyof LedgerTables>(), stripe, now)
  await keepReconciled(db.$pickTables<keyof ReconcileTables>(), found)
  return found
}

const compare = async (db: Kysely<LedgerTables>, stripe: StripeAccess, at: number): Promise<Reconciled> => {
  try {
    return { at, differences: await reconcile(db, await stripe.api()), problem: null }
  } catch (error) {
    if (!isOfStripe(error)) throw error
    return { at, differences: null, problem: messageOf(error) }
  }
}

/** Schedules all due payouts to reporters payable by Stripe. */
export const planAllDue = (db: Kysely<PayoutTables & OutboxTables>, now: number): Promise<void> =>
  runTransaction(db, async tx => {
    const due = tx.selectFrom('payouts').select('id').where('state', 'in', ['due', 'sending'])
    for (const { id } of await due.orderBy('id').execute()) await planSend(tx, id, now)
  })

type NightOptions = { db: Kysely<NightTables>; stripe: StripeAccess | null; origin: string; now: () => number }

/** Nightly money jobs. Each step is idempotent. */
export const createNight = ({ db, stripe, origin, now }: NightOptions) => {
  const compareBooks = async () => {
    if (stripe !== null) await reconcileNow(db.$pickTables<keyof (LedgerTables & ReconcileTables)>(), stripe, now())
  }
  return {
    'money.night': async () => {
      await expire(db.$pickTables<keyof (ReturnTables & ClaimTables & ProposalTables)>(), now())
      await planAllDue(db.$pickTables<keyof (PayoutTables & OutboxTables)>(), now())
      await compareBooks()
      await planMoneyNight(db.$pickTables<keyof OutboxTables>(), origin, now())
    },
    'money.reconcile': compareBooks,
  }
}
