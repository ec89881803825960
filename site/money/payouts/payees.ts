import { randomUUID } from 'node:crypto'
import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Locale } from '@corroborate/wire/locales'
import type { Kysely, Transaction } from 'kysely'
import { type StripeAccess, whileClaimed } from '../stripe/open-stripe.ts'
import type { Payee, PayoutTables } from './tables.ts'

/** Topic of a mail to a reporter. `withdrawn`: by two moderators. */
export type PayoutTopic = 'awarded' | 'paid' | 'came-back' | 'bank-refused' | 'withdrawn'

export type PayoutJobs = {
  /** Sends a due payout to a payable reporter by Stripe. */
  'payouts.send': { payout: string }
  'payouts.mail': { payout: string; about: PayoutTopic }
}

/** Schedules a payout if the caller's transaction commits. */
export const planSend = <T extends OutboxTables>(tx: Transaction<T>, payout: string, now: number): Promise<void> =>
  enqueueJob(tx, { kind: 'payouts.send' satisfies keyof PayoutJobs, payload: { payout } }, now)

/** Schedules a mail to the reporter if the caller's transaction commits. */
export const planPayoutMail = <T extends OutboxTables>(
  tx: Transaction<T>,
  payload: PayoutJobs['payouts.mail'],
  now: number,
): Promise<void> => enqueueJob(tx, { kind: 'payouts.mail' satisfies keyof PayoutJobs, payload }, now)

type Tables = PayoutTables & OutboxTables

/** Returns an account's payout method; null if not chosen. */
export const readPayee = async (
  db: Kysely<PayoutTables> | Transaction<PayoutTables>,
  account: string,
): Promise<Payee | null> =>
  (await db.selectFrom('payees').selectAll().where('account', '=', account).executeTakeFirst()) ?? null

export const keepPayee = async (
  db: Kysely<PayoutTables> | Transaction<PayoutTables>,
  account: string,
  wish: Pick<Payee, 'way' | 'locale'> & Partial<Pick<Payee, 'details' | 'stripe_account'>>,
  now: number,
): Promise<Payee> => {
  await db
    .insertInto('payees')
    .values({
      account,
      id: randomUUID(),
      ready: 0,
      told_at: 0,
      stripe_account: null,
      details: null,
      updated_at: now,
      ...wish,
    })
    .onConflict(conflict => conflict.column('account').doUpdateSet({ ...wish, updated_at: now }))
    .execute()
  const kept = db.selectFrom('payees').selectAll().where('account', '=', account)
  return kept.executeTakeFirstOrThrow()
}

type OnboardOptions = { db: Kysely<PayoutTables>; stripe: StripeAccess; locale: Locale; back: string; now: number }

/**
 * Starts Stripe onboarding. Creates the Stripe account once: its idempotency key makes repeated starts, even after a crash in between,
 * reach the same account.
 * @returns the URL of the onboarding
 */
export const onboard = async (
  person: { key: string; email: string | null },
  { db, stripe, locale, back, now }: OnboardOptions,
): Promise<string> => {
  const payee = await keepPayee(db, person.key, { way: 'stripe', locale }, now)
  const api = await stripe.api()
  let account = payee.stripe_account
  if (account === null) {
    const made = await api.accounts.create(
      {
        type: 'express',
        ...(person.email !== null && { email: person.email }),
        capabilities: { transfers: { requested: true } },
        metadata: { payee: payee.id },
      },
      { idempotencyKey: `payee-${payee.id}`, ...whileClaimed },
    )
    account = made.id
    await db
      .updateTable('payees')
      .set({ stripe_account: account, updated_at: now })
      .where('account', '=', person.key)
      .where('stripe_account', 'is', null)
      .execute()
  }
  const links = { refresh_url: `${back}?stripe=again`, return_url: `${back}?stripe=back` }
  const link = { account, type: 'account_onboarding', ...links } as const
  return (await api.accountLinks.create(link, whileClaimed)).url
}

/** State of a Stripe account as reported by Stripe, with its time in epoch ms. */
export type ToldAccount = { id: string; payee: string | null; ready: boolean; at: number }

/**
 * Applies a reporter's Stripe account state. Once the account can receive money, schedules its due payouts.
 * @returns false for an unknown account
 */
export const noteAccount = async (
  tx: Transaction<Tables>,
  { id, payee, ready, at }: ToldAccount,
  now: number,
): Promise<boolean> => {
  const all = tx.selectFrom('payees').selectAll()
  const known =
    (await all.where('stripe_account', '=', id).executeTakeFirst()) ??
    (await all.where('id', '=', payee ?? '').executeTakeFirst())
  if (known === undefined || (known.stripe_account !== null && known.stripe_account !== id)) return false
  if (known.told_at > at) return true
  await tx
    .updateTable('payees')
    .set({ stripe_account: id, ready: ready ? 1 : 0, told_at: at, ...(ready && { bank_problem: null }) })
    .where('account', '=', known.account)
    .execute()
  if (ready) await planDue(tx, known.account, now)
  return true
}

/** Schedules all due payouts of an account. */
export const planDue = async (tx: Transaction<Tables>, account: string, now: number): Promise<void> => {
  const due = tx.selectFrom('payouts').select('id').where('reporter', '=', account).where('state', '=', 'due')
  for (const { id } of await due.orderBy('id').execute()) await planSend(tx, id, now)
}

/** Records the success or failure of Stripe's payout to a reporter's bank. @returns false for an unknown account */
export const noteBank = async (
  tx: Transaction<Tables>,
  { account, problem }: { account: string; problem: string | null },
  now: number,
): Promise<boolean> => {
  const known = await tx.selectFrom('payees').selectAll().where('stripe_account', '=', account).executeTakeFirst()
  if (known === undefined) return false
  if (known.bank_problem === problem) return true
  await tx.updateTable('payees').set({ bank_problem: problem }).where('account', '=', known.account).execute()
  if (problem === null) return true
  const last = tx.selectFrom('payouts').select('id').where('reporter', '=', known.account).where('way', '=', 'stripe')
  const payout = await last.orderBy('awarded_at', 'desc').limit(1).executeTakeFirst()
  if (payout !== undefined) await planPayoutMail(tx, { payout: payout.id, about: 'bank-refused' }, now)
  return true
}

/** Chooses payment by hand, with details in free text. */
export const payByHand = (
  db: Kysely<PayoutTables>,
  account: string,
  { details, locale }: { details: string; locale: Locale },
  now: number,
): Promise<Payee> => runTransaction(db, tx => keepPayee(tx, account, { way: 'hand', details, locale }, now))
