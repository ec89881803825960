import { engineOf } from '@corroborate/server-kit/database'
import type { Transaction } from 'kysely'
import type { VoteType } from './rules.ts'
import type { VoteTables } from './store.ts'

/** Fewer parameters than either engine takes in one statement. */
const atOnce = 1_000

/**
 * Gives a visitor's votes to an account, inside the caller's transaction: what a person said before they signed in is theirs.
 * Where the account has voted itself, its own vote stays and the visitor's is taken back, so that nobody counts twice.
 * Doing it again does nothing. Returns how many votes the account gained.
 */
export const moveVotes = async (
  tx: Transaction<VoteTables>,
  visitor: string,
  account: string,
  now: number,
): Promise<number> => {
  let gained = 0
  for (;;) {
    const dois = await holdPapers(tx, visitor)
    if (dois.length === 0) return gained
    gained += await moveOn(tx, dois, visitor, account, now)
  }
}

/** Some papers the visitor voted on, whose counts nobody else changes until the end of the transaction (see `castVote`). */
const holdPapers = async (tx: Transaction<VoteTables>, visitor: string): Promise<string[]> => {
  const voted = tx.selectFrom('votes').select('doi').where('voter', '=', visitor).orderBy('doi').limit(atOnce)
  const counts = tx.selectFrom('vote_counts').select('doi').where('doi', 'in', voted).orderBy('doi')
  // In one order for everybody, so that two moves never wait for each other. On SQLite there is one writer anyway.
  const rows = await (engineOf(tx) === 'sqlite' ? counts : counts.forUpdate()).execute()
  return rows.map(row => row.doi)
}

const moveOn = async (
  tx: Transaction<VoteTables>,
  dois: string[],
  visitor: string,
  account: string,
  now: number,
): Promise<number> => {
  const taken = await tx
    .deleteFrom('votes')
    .where('voter', '=', visitor)
    .where('doi', 'in', dois)
    .returning(['doi', 'vote', 'created_at'])
    .execute()
  if (taken.length === 0) return 0
  const given = await tx
    .insertInto('votes')
    .values(taken.map(row => ({ ...row, voter: account, signed_in: 1, updated_at: now })))
    .onConflict(conflict => conflict.columns(['doi', 'voter']).doNothing())
    .returning('doi')
    .execute()

  const gained = new Set(given.map(row => row.doi))
  const withdrawn = (vote: VoteType) =>
    taken.filter(row => row.vote === vote && !gained.has(row.doi)).map(row => row.doi)
  const changes = [
    ['signed_in', 1, [...gained]],
    ['upvotes', -1, withdrawn('upvote')],
    ['downvotes', -1, withdrawn('downvote')],
  ] as const
  for (const [column, by, papers] of changes) {
    if (papers.length === 0) continue
    await tx
      .updateTable('vote_counts')
      .set(column, counts => counts(column, '+', by))
      .where('doi', 'in', papers)
      .execute()
  }
  return gained.size
}

/** Whether there is anything to move: asked outside a transaction, since it is nearly always no. */
export const hasVotes = async (db: Pick<Transaction<VoteTables>, 'selectFrom'>, visitor: string): Promise<boolean> =>
  (await db.selectFrom('votes').select('doi').where('voter', '=', visitor).limit(1).executeTakeFirst()) !== undefined
