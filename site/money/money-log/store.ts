import { randomUUID } from 'node:crypto'
import { keepEntries } from '@corroborate/server-kit/append-only'
import type { Migration } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'

export type MoneyAct =
  | 'propose'
  | 'confirm'
  | 'reject'
  | 'take-back'
  | 'decline'
  | 'forget'
  | 'payout-done'
  | 'payout-again'
  | 'refund'
  | 'expire'
  | 'to-pool'
  | 'reconcile'

export type MoneyLogTables = {
  /** Permanent log of all actions with their author, object and reason. */
  money_log: {
    id: string
    at: number
    /** ID in `money_actors`, `operator:NAME` for a command, or `site` for automatic actions. */
    actor: string
    act: MoneyAct
    /** The id of the proposal, payout or contribution. */
    about: string
    doi: string | null
    why: string | null
    /** Text of the action as of its time, without names. */
    words: string
  }
  /** Maps log actors to accounts. Account deletion clears the account here, since the log itself is append-only. */
  money_actors: { id: string; account: string | null }
}

export const moneyLogMigration: Migration = {
  name: '2026-12-05-money-log',
  async up(db) {
    await db.schema
      .createTable('money_actors')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('account', 'text', column => column.unique())
      .execute()
    await db.schema
      .createTable('money_log')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .addColumn('actor', 'text', column => column.notNull())
      .addColumn('act', 'text', column => column.notNull())
      .addColumn('about', 'text', column => column.notNull())
      .addColumn('doi', 'text')
      .addColumn('why', 'text')
      .addColumn('words', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('money_log_by_time').on('money_log').columns(['at', 'id']).execute()
    await keepEntries(db, 'money_log', { key: ['id'], refusal: 'the money log is append-only' })
  },
}

/** An act to log. */
export type NewAct = {
  actor: string
  act: MoneyAct
  about: string
  doi: string | null
  why: string | null
  words: string
}

/** Logs an act in the transaction that does it. */
export const logAct = async (
  tx: Transaction<MoneyLogTables>,
  { actor, ...act }: NewAct,
  now: number,
): Promise<void> => {
  const of = actor.startsWith('user:') ? await actorOf(tx, actor) : actor
  await tx
    .insertInto('money_log')
    .values({ id: randomUUID(), at: now, actor: of, ...act })
    .execute()
}

const actorOf = async (tx: Transaction<MoneyLogTables>, account: string): Promise<string> => {
  const added = tx.insertInto('money_actors').values({ id: randomUUID(), account })
  await added.onConflict(conflict => conflict.column('account').doNothing()).execute()
  const found = tx.selectFrom('money_actors').select('id').where('account', '=', account)
  return (await found.executeTakeFirstOrThrow()).id
}

/** Removes an account from its actions. Idempotent. */
export const forgetActor = async (tx: Transaction<MoneyLogTables>, account: string): Promise<void> => {
  await tx.updateTable('money_actors').set({ account: null }).where('account', '=', account).execute()
}

export type LoggedAct = MoneyLogTables['money_log'] & { account: string | null }

/** The latest acts; with `actor`, those of one account. */
export const readActs = async (
  db: Kysely<MoneyLogTables>,
  { limit, account }: { limit: number; account?: string },
): Promise<LoggedAct[]> => {
  const all = db
    .selectFrom('money_log')
    .leftJoin('money_actors', 'money_actors.id', 'money_log.actor')
    .selectAll('money_log')
    .select('money_actors.account')
    .orderBy('money_log.at', 'desc')
    .orderBy('money_log.id')
    .limit(limit)
  return (account === undefined ? all : all.where('money_actors.account', '=', account)).execute()
}
