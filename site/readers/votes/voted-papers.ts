import { engineOf } from '@corroborate/server-kit/database'
import type { Transaction } from 'kysely'
import { notePapersChange } from '../../kit/shared-caches/index.ts'
import type { VoteTables } from './store.ts'

/** Fewer parameters than either engine takes in one statement. */
const atOnce = 1_000

/**
 * Some papers that somebody voted on, whose counts nobody else changes until the end of the transaction (see `castVote`);
 * with `signedIn` only those on which the vote is counted so, with `upTo` only those on which it is no younger.
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
  // In one order for everybody, so that two transactions never wait for each other. On SQLite there is one writer anyway.
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
