import { runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { asVoter } from './as-voter.ts'
import type { VoteType } from './rules.ts'
import type { Voter, VoteTables } from './store.ts'
import { addToCounts, holdPapers } from './voted-papers.ts'

/** Moves a visitor's votes to an account; writes nothing if there are none, as usual. */
export const moveVotesIfAny = async (
  db: Kysely<VoteTables & SignInTables>,
  visitor: string,
  account: Account,
  now: number,
): Promise<void> => {
  if (await hasVotes(db, visitor))
    await runTransaction(db, async tx => moveVotes(tx, visitor, await asVoter(tx, account), now))
}

/**
 * Moves a visitor's votes to an account in the caller's transaction, since votes before sign-in are theirs. If both voted on a paper, keeps
 * the account's vote and deletes the visitor's, so that nobody counts twice. Idempotent. Returns the number of votes gained.
 */
export const moveVotes = async (
  tx: Transaction<VoteTables>,
  visitor: string,
  account: Voter,
  now: number,
): Promise<number> => {
  let gained = 0
  for (;;) {
    const dois = await holdPapers(tx, visitor)
    if (dois.length === 0) return gained
    gained += await moveOn(tx, dois, visitor, account, now)
  }
}

const moveOn = async (
  tx: Transaction<VoteTables>,
  dois: string[],
  visitor: string,
  account: Voter,
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
    .values(taken.map(row => ({ ...row, voter: account.key, signed_in: account.signedIn ? 1 : 0, updated_at: now })))
    .onConflict(conflict => conflict.columns(['doi', 'voter']).doNothing())
    .returning('doi')
    .execute()

  const gained = new Set(given.map(row => row.doi))
  const withdrawn = (vote: VoteType) =>
    taken.filter(row => row.vote === vote && !gained.has(row.doi)).map(row => row.doi)
  if (account.signedIn) await addToCounts(tx, 'signed_in', 1, [...gained])
  await addToCounts(tx, 'upvotes', -1, withdrawn('upvote'))
  await addToCounts(tx, 'downvotes', -1, withdrawn('downvote'))
  return gained.size
}

/** True if there are votes to move; checked outside a transaction. */
export const hasVotes = async (db: Pick<Kysely<VoteTables>, 'selectFrom'>, visitor: string): Promise<boolean> =>
  (await db.selectFrom('votes').select('doi').where('voter', '=', visitor).limit(1).executeTakeFirst()) !== undefined
