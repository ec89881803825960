import type { Kysely } from 'kysely'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { AccountIds, Mine } from '../../kit/feature/index.ts'
import type { VoteType } from './rules.ts'
import type { VoteTables } from './store.ts'

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
