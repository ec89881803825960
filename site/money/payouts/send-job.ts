import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { Stripe } from 'stripe'
import { isRefusal, type StripeAccess } from '../stripe/open-stripe.ts'
import { type GroundTables, readGroundLost, type Transfer } from './ground.ts'
import { noteTransfer, type SettleTables, withdrawPayout } from './settle.ts'
import { holdPayout, type Payout, type PayoutTables, setPayout } from './tables.ts'

type SendOptions = { db: Kysely<SettleTables>; stripe: StripeAccess; now: () => number }

/** Outcome of sending: `waits` for a payout method or a justification, or is not due; `refused` by Stripe, with its reason. */
export type Sent = { kind: 'sent' } | { kind: 'waits' } | { kind: 'refused'; problem: string }

/**
 * Sends a reporter's due payouts by Stripe. Idempotent at every step: the attempt is stored before the request, an existing transfer is
 * found by its group, and concurrent attempts share an idempotency key.
 */
export const createSend =
  ({ db, stripe, now }: SendOptions) =>
  async ({ payout: id }: { payout: string }): Promise<Sent> => {
    const payout = await begin(db, id)
    if (payout === null) return { kind: 'waits' }
    try {
      const api = await stripe.api()
      const transfer = (await findTransfer(api, payout)) ?? (await createTransfer(api, payout))
      await runTransaction(db, tx => noteTransfer(tx, transferFor(id, transfer), now()))
      return { kind: 'sent' }
    } catch (error) {
      if (!isRefusal(error)) throw error
      await refuse(db, payout, error.message, now())
      return { kind: 'refused', problem: error.message }
    }
  }

/** Records the attempt before the request to Stripe. @returns the payout; null if it must not be sent */
const begin = (db: Kysely<SettleTables>, id: string): Promise<Payout | null> =>
  runTransaction(db, async tx => {
    const payouts = tx.$pickTables<keyof PayoutTables>()
    const payout = await holdPayout(payouts, id)
    if (payout?.state === 'sending') return payout
    if (payout === undefined || payout.state !== 'due' || payout.reporter === null || payout.questioned !== null)
      return null
    const lost = await readGroundLost(tx.$pickTables<keyof GroundTables>(), [payout])
    if (lost.size > 0) return null
    const payee = await payouts
      .selectFrom('payees')
      .select(['stripe_account', 'ready', 'way'])
      .where('account', '=', payout.reporter)
      .executeTakeFirst()
    if (payee?.way !== 'stripe' || payee.ready === 0 || payee.stripe_account === null) return null
    const begun = { state: 'sending', way: 'stripe', destination: payee.stripe_account, problem: null } as const
    await setPayout(payouts, id, begun)
    return { ...payout, ...begun }
  })

/** Transfer group of an attempt, for lookup. */
const groupOf = ({ id, attempt }: Payout): string => `payout-${id}-${attempt}`

const findTransfer = async (api: Stripe, payout: Payout): Promise<Stripe.Transfer | undefined> =>
  (await api.transfers.list({ transfer_group: groupOf(payout), limit: 1 })).data[0]

const createTransfer = (api: Stripe, payout: Payout): Promise<Stripe.Transfer> =>
  api.transfers.create(
    {
      amount: payout.amount - payout.sent,
      currency: payout.currency,
      destination: payout.destination ?? '',
      transfer_group: groupOf(payout),
      metadata: { payout: payout.id },
    },
    { idempotencyKey: groupOf(payout) },
  )

/** Records Stripe's rejection. No money moved, and the payout is due again with a new idempotency key. */
const refuse = (db: Kysely<SettleTables>, payout: Payout, problem: string, now: number): Promise<void> =>
  runTransaction(db, async tx => {
    const payouts = tx.$pickTables<keyof PayoutTables>()
    const held = await holdPayout(payouts, payout.id)
    if (held?.state !== 'sending' || held.attempt !== payout.attempt) return
    await setPayout(payouts, payout.id, { state: 'due', attempt: held.attempt + 1, problem })
    if (held.reporter !== null) return
    const act = {
      payout: held.id,
      actor: 'site',
      why: 'The reporter has deleted their account.',
      act: 'forget',
    } as const
    await withdrawPayout(tx, act, now)
  })

/** Parses a Stripe transfer; null if it is not ours. */
export const readTransfer = (transfer: Stripe.Transfer): Transfer | null => {
  const payout = transfer.metadata?.payout
  return payout === undefined ? null : transferFor(payout, transfer)
}

const transferFor = (
  payout: string,
  { id, amount, currency, amount_reversed, created }: Stripe.Transfer,
): Transfer => ({
  id,
  payout,
  amount,
  currency,
  reversed: amount_reversed ?? 0,
  at: created * 1_000,
})
