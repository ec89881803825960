import type { Transaction } from 'kysely'
import type { VoteTables } from './store.ts'
import { addToCounts, holdPapers } from './voted-papers.ts'

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
