import type { Transaction } from 'kysely'
import type { VoteTables } from './store.ts'
import { addToCounts, holdPapers } from './voted-papers.ts'

/**
 * Counts every vote of an account as one of somebody signed in, or none of them, inside the caller's transaction, which holds
 * the account (`holdProof`). Doing it again does nothing.
 */
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
