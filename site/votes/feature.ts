import { paths } from '../doi/index.ts'
import type { Feature, PaperSection } from '../feature/index.ts'
import { createVoteCall } from './calls.ts'
import { deleteVotes } from './delete-votes.ts'
import { moveVotesIfAny } from './move-votes.ts'
import type { PaperVotes } from './state.ts'
import { type VoteTables, voteMigration, votesReader } from './store.ts'

const limits = {
  /** Clicks on vote buttons. */
  vote: { points: 60, perSeconds: 10 * 60 },
  /** People without an account who have not voted on this paper yet, counted per paper. */
  newVoter: { points: 20, perSeconds: 24 * 60 * 60 },
} as const

/** The vote box, filled in. */
const section: PaperSection<VoteTables, 'vote', { doi: string; action: string; votes: PaperVotes }> = {
  name: 'vote',
  reader: db => {
    const readVotes = votesReader(db)
    return async (doi, person) => ({ doi, action: paths.vote(doi), votes: await readVotes(doi, person) })
  },
}

/** What readers say about a paper. */
export const votesFeature = {
  migrations: [voteMigration],
  limits,
  pages: [],
  paperSection: section,
  moveToAccount: (db, visitor, account, now) => moveVotesIfAny(db, visitor.key, account.key, now),
  deleteAccount: (tx, account) => deleteVotes(tx, account.key),
  open: ({ db, people, limits, now }) => ({
    jobs: {},
    middleware: [],
    routes: {},
    paperRoutes: { vote: { POST: createVoteCall({ db, people, limits, now }) } },
  }),
} as const satisfies Feature<VoteTables, Record<never, never>, typeof limits, typeof section>
