import { listed, type Migration, prepareQuery, prepareStatement } from '@corroborate/server-kit/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { notePapersChange } from '../../kit/shared-caches/note-change.ts'
import { decideVote, type VoteCounts, type VoteRequest, type VoteStatus, type VoteType } from './rules.ts'

export type VoteTables = {
  votes: { doi: string; voter: string; signed_in: number; vote: VoteType; created_at: number; updated_at: number }
  vote_counts: { doi: string; upvotes: number; downvotes: number; signed_in: number }
}

/** `votes` holds one row per person and paper; `vote_counts` the sums, written in the same transaction. */
export const voteMigration: Migration = {
  name: '2026-11-21-votes',
  async up(db) {
    await db.schema
      .createTable('votes')
      .addColumn('doi', 'text', column => column.notNull())
      .addColumn('voter', 'text', column => column.notNull())
      .addColumn('signed_in', 'integer', column => column.notNull())
      .addColumn('vote', 'text', column => column.notNull())
      .addColumn('created_at', 'bigint', column => column.notNull())
      .addColumn('updated_at', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('votes_pk', ['doi', 'voter'])
      .execute()
    await db.schema.createIndex('votes_by_voter').on('votes').column('voter').execute()
    await db.schema
      .createTable('vote_counts')
      .addColumn('doi', 'text', column => column.primaryKey().notNull())
      .addColumn('upvotes', 'integer', column => column.notNull())
      .addColumn('downvotes', 'integer', column => column.notNull())
      .addColumn('signed_in', 'integer', column => column.notNull())
      .execute()
  },
}

/** Stops counting votes of unverified accounts as signed in, until the account returns and the provider confirms its verification. */
export const provedVotesMigration: Migration = {
  name: '2026-11-25-votes-of-proved-accounts',
  up: async db => {
    await sql`update votes set signed_in = 0 where signed_in <> 0`.execute(db)
    await sql`update vote_counts set signed_in = 0 where signed_in <> 0`.execute(db)
  },
}

const toCounts = (row: VoteTables['vote_counts'] | undefined): VoteCounts => ({
  upvotes: row?.upvotes ?? 0,
  downvotes: row?.downvotes ?? 0,
  signedIn: row?.signed_in ?? 0,
})

/** A voter: storage key, and whether the vote is shown as signed-in. */
export type Voter = { key: string; signedIn: boolean }

/** Returns a paper's totals, and this person's vote; null for anyone. */
export type VotesReader = (doi: Doi, voter: Voter | null) => Promise<{ mine: VoteType | null; counts: VoteCounts }>

/** Reads both with one query, compiled once. A paper without totals has no votes, since one transaction writes both. */
export const votesReader = (db: Kysely<VoteTables>): VotesReader => {
  const read = prepareQuery(db, (doi: string, voter: string | null) =>
    db
      .selectFrom('vote_counts as counts')
      .leftJoin('votes', join => join.onRef('votes.doi', '=', 'counts.doi').on('votes.voter', '=', voter))
      .select(['counts.doi', 'upvotes', 'downvotes', 'counts.signed_in', 'vote'])
      .where('counts.doi', '=', doi),
  )
  return async (doi, voter) => {
    const [row] = await read(doi, voter?.key ?? null)
    return { mine: row?.vote ?? null, counts: toCounts(row) }
  }
}

/** The counts of the papers of a list, those of which there are any. One query. */
export const voteCountsReader = (db: Kysely<VoteTables>): ((dois: readonly Doi[]) => Promise<Map<Doi, VoteCounts>>) => {
  const read = prepareQuery(db, (json: string) =>
    db.selectFrom('vote_counts').selectAll().where('doi', 'in', listed(db, json)),
  )
  return async dois => new Map((await read(JSON.stringify(dois))).map(row => [storedDoi(row.doi), toCounts(row)]))
}

/** Makes the row of counts where there is none, and holds it until the end of the transaction. */
const holdCounts = prepareStatement((db: Kysely<VoteTables>, doi: string) =>
  db
    .insertInto('vote_counts')
    .values({ doi, upvotes: 0, downvotes: 0, signed_in: 0 })
    .onConflict(conflict => conflict.column('doi').doUpdateSet({ doi })),
)

const readVote = prepareStatement((db: Kysely<VoteTables>, doi: string, voter: string) =>
  db.selectFrom('votes').select(['vote', 'signed_in']).where('doi', '=', doi).where('voter', '=', voter),
)

const removeVote = prepareStatement((db: Kysely<VoteTables>, doi: string, voter: string) =>
  db.deleteFrom('votes').where('doi', '=', doi).where('voter', '=', voter),
)

const writeVote = prepareStatement(
  (db: Kysely<VoteTables>, doi: string, voter: string, signedIn: number, vote: VoteType, now: number) =>
    db
      .insertInto('votes')
      .values({ doi, voter, signed_in: signedIn, vote, created_at: now, updated_at: now })
      .onConflict(conflict => conflict.columns(['doi', 'voter']).doUpdateSet({ vote, updated_at: now })),
)

const addToCounts = prepareStatement(
  (db: Kysely<VoteTables>, doi: string, upvotes: number, downvotes: number, signedIn: number) =>
    db
      .updateTable('vote_counts')
      .set(sum => ({
        upvotes: sum('upvotes', '+', upvotes),
        downvotes: sum('downvotes', '+', downvotes),
        signed_in: sum('signed_in', '+', signedIn),
      }))
      .where('doi', '=', doi)
      .returningAll(),
)

/**
 * Applies a vote in the caller's transaction. Writes the totals row first: on PostgreSQL it is the lock that serializes votes on a paper,
 * so that two clicks of one person never both see "no vote yet".
 */
export const castVote = async (
  transaction: Transaction<VoteTables>,
  doi: Doi,
  voter: Voter,
  asked: VoteRequest,
  now: number,
): Promise<{ status: VoteStatus; counts: VoteCounts }> => {
  await holdCounts(transaction, doi)
  const [current] = await readVote(transaction, doi, voter.key)
  // An existing vote was counted as its row says.
  const signedIn = current === undefined ? voter.signedIn : current.signed_in === 1
  const { status, next, change } = decideVote(current?.vote ?? null, asked, signedIn)
  if (next === null) await removeVote(transaction, doi, voter.key)
  else await writeVote(transaction, doi, voter.key, signedIn ? 1 : 0, next, now)
  const [counts] = await addToCounts(transaction, doi, change.upvotes, change.downvotes, change.signedIn)
  await notePapersChange(transaction, [doi])
  return { status, counts: toCounts(counts) }
}
