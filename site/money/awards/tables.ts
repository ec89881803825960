import type { Migration } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'

/**
 * `award`: money of a bounty for reports on its paper. `top-up`: money of the pool for a bounty. `withdrawal`: an award that is not paid
 * yet goes back into its bounty.
 */
export type ProposalKind = 'award' | 'top-up' | 'withdrawal'
export type ProposalState = 'waiting' | 'confirmed' | 'rejected'

export type ProposalTables = {
  /** Money movements proposed by one moderator, with the decision of another. */
  proposals: {
    id: string
    kind: ProposalKind
    doi: string
    /** All of it, in minor units. */
    amount: number
    currency: string
    why: string
    state: ProposalState
    /** Grows with every decision. */
    version: number
    /** Keys of accounts; null when they were deleted. */
    proposed_by: string | null
    proposed_at: number
    decided_by: string | null
    decided_at: number | null
    /** Why it was rejected. */
    reason: string | null
  }
  /** Split of an award by report, in minor units. `reporter` is its author at proposal time; '' after account deletion. */
  proposal_parts: { proposal: string; report: string; reporter: string; amount: number }
}

export const proposalMigration: Migration = {
  name: '2026-12-05-proposals',
  async up(db) {
    await db.schema
      .createTable('proposals')
      .addColumn('id', 'text', column => column.primaryKey().notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('amount', 'bigint', column => column.notNull())
      .addColumn('currency', 'text', column => column.notNull())
      .addColumn('why', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('proposed_by', 'text')
      .addColumn('proposed_at', 'bigint', column => column.notNull())
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint')
      .addColumn('reason', 'text')
      .addCheckConstraint('proposals_amount', sql`amount > 0`)
      // Enforced independently of the code: a proposal is confirmed by a different moderator.
      .addCheckConstraint(
        'proposals_two_people',
        sql`state <> 'confirmed' or decided_by is null or proposed_by is null or decided_by <> proposed_by`,
      )
      .execute()
    // About one bounty, one question of a kind waits at a time.
    await sql`create unique index proposals_waiting on proposals (doi, kind) where state = 'waiting'`.execute(db)
    await db.schema.createIndex('proposals_by_state').on('proposals').columns(['state', 'proposed_at']).execute()
    await db.schema
      .createTable('proposal_parts')
      .addColumn('proposal', 'text', column => column.notNull())
      .addColumn('report', 'text', column => column.notNull())
      .addColumn('reporter', 'text', column => column.notNull())
      .addColumn('amount', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('proposal_parts_pk', ['proposal', 'report'])
      .addCheckConstraint('proposal_parts_amount', sql`amount > 0`)
      .execute()
  },
}

/** Removes deleted accounts from the awards for their reports. The reports are already anonymous. */
export const unnamedPartsMigration: Migration = {
  name: '2026-12-14-unnamed-proposal-parts',
  async up(db) {
    await sql`update proposal_parts set reporter = ''
      where report in (select id from reports where author is null)`.execute(db)
  },
}

export type Proposal = ProposalTables['proposals']
export type ProposalPart = ProposalTables['proposal_parts']
type Db = Kysely<ProposalTables> | Transaction<ProposalTables>

export const findProposal = async (db: Db, id: string): Promise<Proposal | undefined> =>
  db.selectFrom('proposals').selectAll().where('id', '=', id).executeTakeFirst()

export const partsOf = (db: Db, proposal: string): Promise<ProposalPart[]> =>
  db.selectFrom('proposal_parts').selectAll().where('proposal', '=', proposal).orderBy('report').execute()

/** Anonymizes a deleted account's proposals, decisions and awards for its reports. The rows stay. */
export const unnameProposals = async (tx: Transaction<ProposalTables>, account: string): Promise<void> => {
  for (const column of ['proposed_by', 'decided_by'] as const)
    await tx
      .updateTable('proposals')
      .set({ [column]: null })
      .where(column, '=', account)
      .execute()
  await tx.updateTable('proposal_parts').set({ reporter: '' }).where('reporter', '=', account).execute()
}

/** Returns proposals awaiting a second moderator, oldest first. */
export const waitingProposals = (db: Db, limit: number): Promise<Proposal[]> =>
  db
    .selectFrom('proposals')
    .selectAll()
    .where('state', '=', sql.lit('waiting' as const))
    .orderBy('proposed_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** True if the paper's bounty has a proposal of this kind awaiting a second moderator. */
export const hasWaiting = async (db: Db, doi: Doi, kind: ProposalKind): Promise<boolean> => {
  const found = db.selectFrom('proposals').select('id').where('doi', '=', doi).where('kind', '=', kind)
  return (await found.where('state', '=', sql.lit('waiting' as const)).executeTakeFirst()) !== undefined
}
