import type { Transaction } from 'kysely'
import type { VoteTables } from './store.ts'
import { addToCounts, holdPapers } from './voted-papers.ts'

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
