import { randomUUID } from 'node:crypto'
import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import type { Kysely, Transaction } from 'kysely'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Account, Person } from '../../kit/people/index.ts'
import { notePapersChange } from '../../kit/shared-caches/note-change.ts'
import type { VoteType } from './rules.ts'
import type { Voter, VoteTables } from './store.ts'

/**
 * Returns the identity for a vote: unverified accounts count as visitors. Locks the account for the transaction, so that the vote matches
 * its status and does not outlive it.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const asVoter = async (tx: Transaction<SignInTables>, person: Person): Promise<Voter> => ({
  key: person.key,
  signedIn: await holdAccountStatus(tx, person),
})

/** Fewer parameters than either engine takes in one statement. */
const atOnce = 1_000

/**
 * Returns papers an account voted on, and locks their totals until the end of the transaction (see `castVote`); with `signedIn` only those
 * whose vote is counted so, with `upTo` only votes up to that time.
 */
export const holdPapers = async (
  tx: Transaction<VoteTables>,
  voter: string,
  { signedIn, upTo = null }: { signedIn?: boolean; upTo?: number | null } = {},
): Promise<string[]> => {
  let voted = tx.selectFrom('votes').select('doi').where('voter', '=', voter).orderBy('doi').limit(atOnce)
  if (signedIn !== undefined) voted = voted.where('signed_in', '=', signedIn ? 1 : 0)
  if (upTo !== null) voted = voted.where('updated_at', '<=', upTo)
  const counts = tx.selectFrom('vote_counts').select('doi').where('doi', 'in', voted).orderBy('doi')
  // Sorted, so that two transactions never deadlock. SQLite has a single writer anyway.
  const rows = await (engineOf(tx) === 'sqlite' ? counts : counts.forUpdate()).execute()
  return rows.map(row => row.doi)
}

/** Adds to one of the counts of some papers. */
export const addToCounts = async (
  tx: Transaction<VoteTables>,
  column: 'upvotes' | 'downvotes' | 'signed_in',
  by: 1 | -1,
  papers: readonly string[],
): Promise<void> => {
  if (papers.length === 0) return
  await tx
    .updateTable('vote_counts')
    .set(column, counts => counts(column, '+', by))
    .where('doi', 'in', papers)
    .execute()
  await notePapersChange(tx, papers)
}

/** Deletes an account's votes up to a time, in the caller's transaction. */
export const deleteVotes = async (tx: Transaction<VoteTables>, account: string, upTo: number): Promise<void> => {
  for (;;) {
    const dois = await holdPapers(tx, account, { upTo })
    if (dois.length === 0) return
    const taken = await tx
      .deleteFrom('votes')
      .where('voter', '=', account)
      .where('doi', 'in', dois)
      .where('updated_at', '<=', upTo)
      .returning(['doi', 'vote', 'signed_in'])
      .execute()
    const papersOf = (rows: typeof taken) => rows.map(row => row.doi)
    await addToCounts(tx, 'upvotes', -1, papersOf(taken.filter(row => row.vote === 'upvote')))
    await addToCounts(tx, 'downvotes', -1, papersOf(taken.filter(row => row.vote === 'downvote')))
    await addToCounts(tx, 'signed_in', -1, papersOf(taken.filter(row => row.signed_in === 1)))
  }
}

/**
 * Anonymizes a deleted account's votes in the caller's transaction, each under its own key, so that they cannot be linked. They count as
 * votes without an account: deleting and recreating an account must not give two signed-in votes.
 */
export const unnameVotes = async (tx: Transaction<VoteTables>, account: string): Promise<void> => {
  for (;;) {
    const dois = await holdPapers(tx, account)
    if (dois.length === 0) return
    const own = await tx
      .selectFrom('votes')
      .select(['doi', 'signed_in'])
      .where('voter', '=', account)
      .where('doi', 'in', dois)
      .execute()
    for (const { doi } of own) {
      await tx
        .updateTable('votes')
        .set({ voter: `former:${randomUUID()}`, signed_in: 0 })
        .where('voter', '=', account)
        .where('doi', '=', doi)
        .execute()
    }
    const counted = own.filter(({ signed_in }) => signed_in === 1).map(({ doi }) => doi)
    await addToCounts(tx, 'signed_in', -1, counted)
  }
}

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
