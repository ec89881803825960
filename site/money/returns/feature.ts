import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { Stripe } from 'stripe'
import { defineFeature } from '../../kit/feature/index.ts'
import { type BountyTables, holdFund } from '../bounties/index.ts'
import { type ContributionTables, findContribution } from '../contributions/index.ts'
import { isRefusal, type StripeAccess, type WithStripe } from '../stripe/open-stripe.ts'
import { moveToPool, type ReturnJobs, type ReturnTables, type StoredReturn } from './plan-return.ts'

type SendOptions = { db: Kysely<ReturnTables>; stripe: StripeAccess; now: () => number }
type Tx = Transaction<ReturnTables>

/** Outcome of a refund: `to-pool` if Stripe could not, with its reason. */
export type Returned = { kind: 'sent' } | { kind: 'to-pool'; problem: string } | { kind: 'settled' }

/**
 * Refunds a contribution by Stripe. Idempotent at every step: an existing refund is found by its metadata, and concurrent attempts share an
 * idempotency key. Only a signed event confirms the refund.
 */
export const createSendReturn =
  ({ db, stripe, now }: SendOptions) =>
  async ({ id }: { id: string }): Promise<Returned> => {
    const kept = await db.selectFrom('returns').selectAll().where('id', '=', id).executeTakeFirst()
    if (kept === undefined || kept.state !== 'planned') return { kind: 'settled' }
    const contribution = await findContribution(db.$pickTables<keyof ContributionTables>(), kept.source)
    const payment = contribution?.payment ?? null
    try {
      if (payment?.startsWith('pi_') !== true) return await giveUp(db, kept, 'Its payment has no charge.', now())
      const api = await stripe.api()
      const refund = (await findRefund(api, payment, id)) ?? (await createRefund(api, payment, kept))
      await db.updateTable('returns').set({ refund: refund.id }).where('id', '=', id).execute()
      return { kind: 'sent' }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return await giveUp(db, kept, error.message, now())
    }
  }

const findRefund = async (api: Stripe, payment: string, id: string): Promise<Stripe.Refund | undefined> => {
  for await (const refund of api.refunds.list({ payment_intent: payment, limit: 100 }))
    if (refund.metadata?.return === id) return refund
  return undefined
}

const createRefund = (api: Stripe, payment: string, { id, amount }: StoredReturn): Promise<Stripe.Refund> =>
  api.refunds.create({ payment_intent: payment, amount, metadata: { return: id } }, { idempotencyKey: `return-${id}` })

const giveUp = async (db: Kysely<ReturnTables>, kept: StoredReturn, problem: string, now: number): Promise<Returned> =>
  runTransaction(db, async tx => {
    await holdFund(tx.$pickTables<keyof BountyTables>(), kept.fund)
    const held = await findReturn(tx, { id: kept.id })
    if (held?.state !== 'planned') return { kind: 'settled' }
    await moveToPool(tx, held, problem, now)
    return { kind: 'to-pool', problem }
  })

/** A return by its own id, or that of its refund. A transaction that changes it holds its fund. */
const findReturn = (
  tx: Tx,
  { id, refund }: { id: string | null; refund?: string },
): Promise<StoredReturn | undefined> => {
  const all = tx.selectFrom('returns').selectAll()
  return (id === null ? all.where('refund', '=', refund ?? '') : all.where('id', '=', id)).executeTakeFirst()
}

/**
 * Applies an event's refund that we requested, in the transaction that books it. A completed refund releases the hold, since the
 * contribution itself now counts it; a failed one moves to the pool. Order-independent.
 */
export const noteRefund = async (
  tx: Tx,
  { id, status, metadata, ...told }: Stripe.Refund,
  now: number,
): Promise<void> => {
  const which = { id: metadata?.return ?? null, refund: id }
  const fund = (await findReturn(tx, which))?.fund
  if (fund === undefined || status === 'requires_action') return
  await holdFund(tx.$pickTables<keyof BountyTables>(), fund)
  const found = await findReturn(tx, which)
  if (found === undefined || found.state === 'to-pool') return
  if (status === 'failed' || status === 'canceled') {
    await moveToPool(tx, found, told.failure_reason ?? 'rejected by the payer’s bank', now)
    return
  }
  await tx
    .updateTable('returns')
    .set({ state: 'refunded', refund: id, settled_at: found.settled_at ?? now })
    .where('id', '=', found.id)
    .execute()
}

/** Refunds to contributors, and returns to the pool. */
export const returnsFeature = defineFeature<ReturnTables, ReturnJobs, WithStripe>()({
  open: ({ db, stripe, now }) => ({
    jobs: { 'returns.send': stripe === null ? async () => {} : createSendReturn({ db, stripe, now }) },
  }),
})
