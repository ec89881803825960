import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { VoteTables } from './store.ts'
import { addToCounts, holdPapers } from './voted-papers.ts'

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
