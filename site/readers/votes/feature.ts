import type { WithProofs } from '../../accounts/proofs/index.ts'
import { holdProof, type SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs, type PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/index.ts'
import { createVoteCall } from './calls.ts'
import { deleteVotes } from './delete-votes.ts'
import { moveVotesIfAny } from './move-votes.ts'
import { exportVotes, myVotes } from './my-votes.ts'
import { recountAfterProof } from './recount-after-proof.ts'
import { provedVotesMigration, type VoteTables, voteMigration, votesReader } from './store.ts'
import { unnameVotes } from './unname-votes.ts'
import type { VoteBox, VoteBoxProps } from './VoteBox.tsx'

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
