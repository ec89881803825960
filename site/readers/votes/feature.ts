import type { Kysely, Transaction } from 'kysely'
import type { WithProofs } from '../../accounts/proofs/create-proofs.ts'
import { holdProof, type SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type AccountIds, defineFeature, type Mine, type NoJobs, type PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/define-page.ts'
import { addToCounts, deleteVotes, holdPapers, moveVotesIfAny, unnameVotes } from './change-voter.ts'
import { createVoteCall } from './routes.ts'
import type { VoteType } from './rules.ts'
import { provedVotesMigration, type VoteTables, voteMigration, votesReader } from './store.ts'
import type { VoteBox, VoteBoxProps } from './VoteBox.tsx'

const words: Readonly<Record<VoteType, string>> = {
  upvote: 'You voted reliable',
  downvote: 'You voted not reliable',
}

export const myVotes: Mine<VoteTables> = {
  title: 'Your votes',
  reader: db => async (account, limit) => {
    const rows = await db
      .selectFrom('votes')
      .select(['doi', 'vote', 'updated_at'])
      .where('voter', '=', account.key)
      .orderBy('updated_at', 'desc')
      .orderBy('doi')
      .limit(limit)
      .execute()
    return rows.map(({ doi, vote, updated_at }) => ({
      doi: storedDoi(doi),
      words: words[vote],
      standing: null,
      at: updated_at,
      path: `${paths.paper(storedDoi(doi))}#vote-label`,
    }))
  },
}

/** All votes of an account, for its person's own copy. */
export const exportVotes = async (db: Kysely<VoteTables>, account: AccountIds): Promise<{ votes: object[] }> => {
  const rows = await db
    .selectFrom('votes')
    .select(['doi', 'vote', 'created_at', 'updated_at'])
    .where('voter', '=', account.key)
    .orderBy('created_at')
    .execute()
  return {
    votes: rows.map(({ doi, vote, created_at, updated_at }) => ({
      doi,
      vote,
      since: new Date(created_at).toISOString(),
      changed: new Date(updated_at).toISOString(),
    })),
  }
}

/** Counts all votes of an account as signed-in, or none, in the caller's transaction, which locks the account (`holdProof`). Idempotent. */
export const recountAfterProof = async (
  tx: Transaction<VoteTables>,
  account: string,
  signedIn: boolean,
): Promise<void> => {
  for (;;) {
    const dois = await holdPapers(tx, account, { signedIn: !signedIn })
    if (dois.length === 0) return
    const changed = await tx
      .updateTable('votes')
      .set({ signed_in: signedIn ? 1 : 0 })
      .where('voter', '=', account)
      .where('doi', 'in', dois)
      .where('signed_in', '=', signedIn ? 0 : 1)
      .returning('doi')
      .execute()
    await addToCounts(
      tx,
      'signed_in',
      signedIn ? 1 : -1,
      changed.map(row => row.doi),
    )
  }
}

const limits = {
  /** Clicks on vote buttons. */
  vote: { points: 60, perSeconds: 10 * 60 },
  /** Unverified people, with or without an account, who have not voted on this paper; per paper. */
  newVoter: { points: 20, perSeconds: 24 * 60 * 60 },
  /** Those who used such a point, by person and paper: withdrawing and repeating a vote is not new. */
  knownVoter: { points: 1, perSeconds: 24 * 60 * 60 },
} as const

/** The vote box, filled in. */
export const voteSection: PaperSection<VoteTables & SignInTables, VoteBoxProps> = {
  name: 'vote',
  place: 'side',
  personal: true,
  component: markup<typeof VoteBox>('readers/votes/VoteBox.tsx'),
  reader: db => {
    const readVotes = votesReader(db)
    return async (doi, person) => ({
      doi,
      action: paths.vote(doi),
      votes: await readVotes(doi, person),
      reader: person?.signedIn ? person.id : null,
    })
  },
}

/** Reliability votes on papers. */
export const votesFeature = defineFeature<VoteTables & SignInTables, NoJobs, WithProofs>()({
  migrations: [voteMigration, provedVotesMigration],
  limits,
  paperSection: voteSection,
  moveToAccount: (db, visitor, account, now) => moveVotesIfAny(db, visitor.key, account, now),
  noteProof: (tx, account, proved) => recountAfterProof(tx, account.key, proved),
  deleteAccount: async (tx, account) => {
    // Lock order: account, then papers.
    await holdProof(tx, account.id)
    // Votes of a deleted account are anonymized; those of an intruder are deleted.
    if (account.upTo === null) await unnameVotes(tx, account.key)
    else await deleteVotes(tx, account.key, account.upTo)
  },
  mine: myVotes,
  exportOf: exportVotes,
  open: ({ db, people, limits, proofs, now }) => ({
    paperRoutes: { vote: { POST: createVoteCall({ db, people, limits, proofs, now }) } },
  }),
})
