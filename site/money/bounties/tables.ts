import { engineOf, type Migration } from '@corroborate/server-kit/database'
import { sql, type Transaction } from 'kysely'
import type { Fund } from '../ledger/accounts.ts'
import type { EntryKind } from '../ledger/store.ts'
import type { SourceKind } from './sources.ts'

/**
 * State of a paper's bounty. `none`: no contributions, or all refunded before an award. `held`: reserved for a claimant. `awarded`:
 * approved by two moderators, not paid yet.
 */
export type BountyState = 'none' | 'open' | 'held' | 'awarded' | 'paid' | 'refunded' | 'expired'

export type BountyFacts = {
  /** True if it has unawarded money. */
  hasMoney: boolean
  /** True if a claim holds it. */
  isHeld: boolean
  /** True if an award is not paid yet. */
  owes: boolean
  /** Kind of the outflow that emptied it; null if none has. */
  lastWayOut: 'paid' | 'refunded' | 'expired' | null
}

/** Money that waits counts before money that is promised, and that before money that is gone. */
export const bountyState = ({ hasMoney, isHeld, owes, lastWayOut }: BountyFacts): BountyState => {
  if (hasMoney) return isHeld ? 'held' : 'open'
  if (owes) return 'awarded'
  return lastWayOut ?? 'none'
}

/**
 * Maps a ledger entry to the bounty's outflow; null if the money does not leave for good. `reason`: why the last of it was refunded, if
 * decided here.
 */
export const wayOut = (kind: EntryKind, reason: 'refund' | 'expiry' | null): BountyFacts['lastWayOut'] => {
  if (kind === 'payout') return 'paid'
  if (kind !== 'refund' && kind !== 'expiry') return null
  return reason === 'expiry' ? 'expired' : 'refunded'
}

/** Why money went back to where it came from. */
export type ReturnReason = 'refund' | 'expiry'

/**
 * State of a refund. `planned`: reserved, not confirmed by Stripe yet. `refunded`: confirmed. `to-pool`: not refundable any more, or
 * originally from the pool.
 */
export type ReturnState = 'planned' | 'refunded' | 'to-pool'

export type BountyTables = {
  /** One row for each fund with a decision, locked by transactions that move its money. Holds the last announced state. */
  funds: { fund: Fund; state: BountyState; since: number }
  /** Money that two moderators moved from the pool to a bounty. */
  top_ups: { id: string; fund: Fund; amount: number; currency: string; at: number }
  /** Uses of sources' money, promised or paid, by recipient. `purpose` is the ID of a payout or top-up. */
  money_uses: {
    purpose: string
    kind: SourceKind
    source: string
    fund: Fund
    amount: number
    currency: string
  }
  /** Money that goes back. */
  returns: {
    id: string
    kind: SourceKind
    source: string
    fund: Fund
    amount: number
    currency: string
    reason: ReturnReason
    state: ReturnState
    /** Stripe's id of the refund, once it is known. */
    refund: string | null
    /** Why Stripe could not give it back. */
    problem: string | null
    planned_at: number
    settled_at: number | null
  }
  /** Contributors notified of an upcoming refund, with the time. */
  warned: { contribution: string; at: number }
}

export const bountyMigration: Migration = {
  name: '2026-12-05-bounties',
  async up(db) {
    await db.schema
      .createTable('funds')
      .addColumn('fund', 'text', column => column.primaryKey().notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('since', 'bigint', column => column.notNull())
      .execute()
    await db.schema
      .createTable('top_ups')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('fund', 'text', column => column.notNull())
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute()
    await db.schema.createIndex('top_ups_of').on('top_ups').column('fund').execute()
    await db.schema
      .createTable('money_uses')
      .addColumn('purpose', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('fund', 'text', column => column.notNull())
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('money_uses_pk', ['purpose', 'kind', 'source'])
      .addCheckConstraint('money_uses_amount', sql`amount > 0`)
      .execute()
    await db.schema.createIndex('money_uses_of').on('money_uses').columns(['fund', 'source']).execute()
    await db.schema
      .createTable('returns')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('source', 'text', column => column.notNull())
      .addColumn('fund', 'text', column => column.notNull())
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addColumn('reason', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('refund', 'text')
      .addColumn('problem', 'text')
      .addColumn('planned_at', 'bigint', column => column.notNull())
      .addColumn('settled_at', 'bigint')
      .addCheckConstraint('returns_amount', sql`amount > 0`)
      .execute()
    await db.schema.createIndex('returns_of').on('returns').columns(['fund', 'source']).execute()
    await db.schema.createIndex('returns_by_state').on('returns').columns(['state', 'planned_at']).execute()
    // Of one source, one return at a time is on its way.
    await sql`create unique index returns_once on returns (kind, source) where state = 'planned'`.execute(db)
    await db.schema
      .createTable('warned')
      .addColumn('contribution', 'text', column => column.primaryKey().notNull())
      .addColumn('at', 'bigint', column => column.notNull())
      .execute()
  },
}

/**
 * Locks a fund until the end of the transaction; other decisions about its money wait. Of two funds, lock the pool last.
 * @returns the last announced state
 */
export const holdFund = async (tx: Transaction<BountyTables>, fund: Fund): Promise<BountyTables['funds']> => {
  await tx
    .insertInto('funds')
    .values({ fund, state: 'none', since: 0 })
    .onConflict(conflict => conflict.column('fund').doNothing())
    .execute()
  const found = tx.selectFrom('funds').selectAll().where('fund', '=', fund)
  return (engineOf(tx) === 'sqlite' ? found : found.forUpdate()).executeTakeFirstOrThrow()
}
