import { engineOf, type Migration } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { Fund } from '../ledger/accounts.ts'
import type { LedgerTables } from '../ledger/store.ts'
import { type Booked, bookedOf } from './due-entries.ts'
import { mergeFacts, noFacts, type PaymentFacts } from './facts.ts'

export type PaymentTables = {
  /** Processed Stripe events, for deduplication. Stores nothing else of their content. */
  stripe_events: { id: string; type: string; payment: string | null; created: number; received_at: number }
  /** Facts from Stripe by payment. */
  payments: {
    /** The id of the PaymentIntent, or of a session without one. */
    id: string
    /** Contribution of the payment, with its fund; null while unknown, and for payments that are not ours. */
    contribution: string | null
    fund: Fund | null
    /** `PaymentFacts` as JSON. */
    facts: string
  }
}

export const paymentMigration: Migration = {
  name: '2026-11-29-payments',
  async up(db) {
    await db.schema
      .createTable('stripe_events')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('payment', 'text')
      .addColumn('created', 'bigint', column => column.notNull())
      .addColumn('received_at', 'bigint', column => column.notNull())
      .execute()
    await db.schema
      .createTable('payments')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('contribution', 'text')
      .addColumn('fund', 'text')
      .addColumn('facts', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('payments_of_contribution').on('payments').column('contribution').execute()
  },
}

/** Notes that an event was taken in. @returns false when it had been */
export const noteEvent = async (
  tx: Transaction<PaymentTables>,
  event: PaymentTables['stripe_events'],
): Promise<boolean> => {
  const noted = await tx
    .insertInto('stripe_events')
    .values(event)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

export type Payment = { id: string; contribution: string | null; fund: Fund | null; facts: PaymentFacts }

/**
 * Merges facts into a payment, with its contribution if known. Locks the payment until the end of the transaction.
 * @returns all facts known so far
 */
export const addFacts = async (
  tx: Transaction<PaymentTables>,
  { id, facts, contribution, fund }: Payment,
): Promise<Payment> => {
  await tx
    .insertInto('payments')
    .values({ id, contribution, fund, facts: JSON.stringify(noFacts) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const held = tx.selectFrom('payments').selectAll().where('id', '=', id)
  const kept = await (engineOf(tx) === 'sqlite' ? held : held.forUpdate()).executeTakeFirstOrThrow()
  const known: Payment = {
    id,
    contribution: kept.contribution ?? contribution,
    fund: kept.fund ?? fund,
    facts: mergeFacts(JSON.parse(kept.facts), facts),
  }
  await tx
    .updateTable('payments')
    .set({ contribution: known.contribution, fund: known.fund, facts: JSON.stringify(known.facts) })
    .where('id', '=', id)
    .execute()
  return known
}

export const readBooked = async (
  db: Kysely<LedgerTables> | Transaction<LedgerTables>,
  payment: string,
): Promise<Booked> =>
  bookedOf(
    await db
      .selectFrom('ledger')
      .select(['entry', 'kind', 'amount', 'currency'])
      .where('payment', '=', payment)
      .execute(),
  )
