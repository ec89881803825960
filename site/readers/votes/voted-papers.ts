import { engineOf } from '@corroborate/server-kit/database'
import type { Transaction } from 'kysely'
import { notePapersChange } from '../../kit/shared-caches/index.ts'
import type { VoteTables } from './store.ts'

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
