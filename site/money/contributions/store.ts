import type { Migration } from '@corroborate/server-kit/database'
import type { Locale } from '@corroborate/wire/locales'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Fund } from '../ledger/accounts.ts'

/**
 * State of a contribution. `begun`: may be unknown to Stripe; `open`: in the checkout, or abandoned; `processing`: a slow payment method,
 * such as a bank transfer; `paid`: also after a full refund.
 */
export type ContributionState = 'begun' | 'open' | 'processing' | 'paid' | 'failed' | 'expired'

export type ContributionTables = {
  /** Intended contributions with their fund and outcome. Only the ledger is authoritative for money. */
  contributions: {
    id: string
    fund: Fund
    /** The key of the account or the browser; null when the account was deleted. */
    giver: string | null
    /** Requested amount, in minor units. */
    amount: number
    currency: string
    /** Display name and message; null for none. */
    name: string | null
    message: string | null
    /** Time of a moderator's approval of name and message; null if not approved. */
    public_at: number | null
    /** Receipt address, as given to Stripe. */
    email: string | null
    /** Language of mails, taken from the browser. */
    locale: Locale
    /** Stripe's id of the checkout session. */
    session: string | null
    /** Stripe's id of the payment, once it was made. */
    payment: string | null
    state: ContributionState
    begun_at: number
    /** Paid and refunded amounts in minor units of `paid_currency`, which may differ from the requested currency. */
    paid_amount: number
    paid_currency: string | null
    paid_at: number | null
    refunded: number
    disputed: number
  }
}

export const contributionMigration: Migration = {
  name: '2026-11-29-contributions',
  async up(db) {
    await db.schema
      .createTable('contributions')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('fund', 'text', column => column.notNull())
      .addColumn('giver', 'text')
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addColumn('name', 'text')
      .addColumn('message', 'text')
      .addColumn('public_at', 'bigint')
      .addColumn('email', 'text')
      .addColumn('locale', 'text', column => column.notNull())
      .addColumn('session', 'text', column => column.unique())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('begun_at', 'bigint', column => column.notNull())
      .addColumn('paid_amount', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('paid_currency', 'text')
      .addColumn('paid_at', 'bigint')
      .addColumn('refunded', 'bigint', column => column.notNull().defaultTo(0))
      .addColumn('disputed', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('contributions_of').on('contributions').columns(['giver', 'begun_at']).execute()
    await sql`create index contributions_to on contributions (fund, paid_at, id) where state = 'paid'`.execute(db)
  },
}

export const contributionPaymentMigration: Migration = {
  name: '2026-12-05-contribution-payment',
  async up(db) {
    await db.schema.alterTable('contributions').addColumn('payment', 'text').execute()
    await sql`update contributions set payment =
      (select min(id) from payments where payments.contribution = contributions.id)`.execute(db)
    await db.schema.createIndex('contributions_by_payment').on('contributions').column('payment').execute()
  },
}

export type Contribution = ContributionTables['contributions']

type Db = Kysely<ContributionTables> | Transaction<ContributionTables>

export type NewContribution = Pick<
  Contribution,
  'id' | 'fund' | 'giver' | 'amount' | 'currency' | 'name' | 'message' | 'locale'
>

export const addContribution = async (
  db: Kysely<ContributionTables>,
  contribution: NewContribution,
  now: number,
): Promise<void> => {
  await db
    .insertInto('contributions')
    .values({
      ...contribution,
      public_at: null,
      email: null,
      session: null,
      payment: null,
      state: 'begun',
      begun_at: now,
      paid_amount: 0,
      paid_currency: null,
      paid_at: null,
      refunded: 0,
      disputed: 0,
    })
    .execute()
}

/** Notes the checkout session of a contribution, unless a webhook of that session was faster. */
export const noteSession = async (db: Kysely<ContributionTables>, id: string, session: string): Promise<void> => {
  await db
    .updateTable('contributions')
    .set(({ fn, val, ref }) => ({
      session: fn.coalesce('session', val(session)),
      state: sql<ContributionState>`case when ${ref('state')} = 'begun' then 'open' else ${ref('state')} end`,
    }))
    .where('id', '=', id)
    .execute()
}

export const findContribution = async (db: Db, id: string): Promise<Contribution | null> =>
  (await db.selectFrom('contributions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export const findBySession = async (db: Db, session: string): Promise<Contribution | null> =>
  (await db.selectFrom('contributions').selectAll().where('session', '=', session).executeTakeFirst()) ?? null
