import { engineOf, type Migration } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import { sql, type Transaction } from 'kysely'

/**
 * State of an award's payout. `due`: waits for a payout method or Stripe. `sending`: requested at Stripe, or about to be. `stopped`: came
 * back and needs attention. `withdrawn`: returned to the bounty.
 */
export type PayoutState = 'due' | 'sending' | 'stopped' | 'paid' | 'withdrawn'

/** Payout method: the reporter's Stripe account, or by hand. */
export type PayWay = 'stripe' | 'hand'

export type PayoutTables = {
  /** Awards by reporter, with their outcome. Only the ledger is authoritative for money. */
  payouts: {
    id: string
    /** The proposal that two moderators agreed on. */
    proposal: string
    doi: string
    report: string
    /** The key of the account; null when it was deleted. */
    reporter: string | null
    amount: number
    currency: string
    /** Amount sent to the reporter and not returned. */
    sent: number
    state: PayoutState
    way: PayWay | null
    /** The reporter's Stripe account, stored before the request to Stripe. */
    destination: string | null
    /** Counts the times that it was begun anew: each has an idempotency key of its own. */
    attempt: number
    /** Stripe's transfer ID, or an operator's note. */
    reference: string | null
    /** Why it did not go through last time; of one that moderators took back, why. */
    problem: string | null
    /** The proposal to take it back, while that waits: nothing is sent meanwhile. */
    questioned: string | null
    awarded_at: number
    paid_at: number | null
  }
  payees: {
    account: string
    /** Our ID of the reporter at Stripe, unrelated to the account. */
    id: string
    way: PayWay | null
    stripe_account: string | null
    /** 1 if Stripe can send money there. */
    ready: number
    /** Time of Stripe's report in epoch ms: older reports that arrive later are ignored. */
    told_at: number
    /** Payment details for payment by hand. Deleted once nothing is due. */
    details: string | null
    /** Error of Stripe's payout to their bank. */
    bank_problem: string | null
    locale: Locale
    updated_at: number
  }
}

export const payoutMigration: Migration = {
  name: '2026-12-05-payouts',
  async up(db) {
    await db.schema
      .createTable('payouts')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('proposal', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('report', 'text', column => column.notNull())
      .addColumn('reporter', 'text')
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addColumn('sent', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('way', 'text')
      .addColumn('destination', 'text')
      .addColumn('attempt', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('reference', 'text')
      .addColumn('problem', 'text')
      .addColumn('awarded_at', 'bigint', column => column.notNull())
      .addColumn('paid_at', 'bigint')
      .addCheckConstraint('payouts_amount', sql`amount > 0`)
      .execute()
    await db.schema.createIndex('payouts_of').on('payouts').columns(['reporter', 'awarded_at']).execute()
    await db.schema.createIndex('payouts_by_state').on('payouts').columns(['state', 'awarded_at']).execute()
    await db.schema.createIndex('payouts_by_paper').on('payouts').column('doi').execute()
    await db.schema
      .createTable('payees')
      .addColumn('account', 'text', column => column.primaryKey().notNull())
      .addColumn('id', 'text', column => column.notNull().unique())
      .addColumn('way', 'text')
      .addColumn('stripe_account', 'text', column => column.unique())
      .addColumn('ready', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('told_at', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('details', 'text')
      .addColumn('bank_problem', 'text')
      .addColumn('locale', 'text', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .execute()
  },
}

export const payoutQuestionMigration: Migration = {
  name: '2026-12-06-payout-questioned',
  async up(db) {
    await db.schema.alterTable('payouts').addColumn('questioned', 'text').execute()
    await db.schema.createIndex('payouts_questioned').on('payouts').column('questioned').execute()
  },
}

/** Earlier versions deleted the details of payment by hand but kept the method. Resets it, so that the reporter is asked again. */
export const payeesMigration: Migration = {
  name: '2026-12-15-payees-asked-again',
  async up(db) {
    await db.updateTable('payees').set({ way: null }).where('way', '=', 'hand').where('details', 'is', null).execute()
  },
}

export type Payout = PayoutTables['payouts']
export type Payee = PayoutTables['payees']

/** Returns a payout and locks it until the end of the transaction; undefined if there is none. */
export const holdPayout = async (tx: Transaction<PayoutTables>, id: string): Promise<Payout | undefined> => {
  const found = tx.selectFrom('payouts').selectAll().where('id', '=', id)
  return (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).executeTakeFirst()
}

/** Changes a payout. */
export const setPayout = async (tx: Transaction<PayoutTables>, id: string, to: Partial<Payout>): Promise<void> => {
  await tx.updateTable('payouts').set(to).where('id', '=', id).execute()
}
