import { type Kysely, sql } from 'kysely'
import { type ClaimTables, readClaimants } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import type { Fund } from '../ledger/index.ts'
import type { BountyReader } from './plan.ts'

type Tables = ContributionTables & ClaimTables
type Db = Kysely<Tables>

/** The people that news of a bounty concern, by their side. Nobody is in both, and nobody twice. */
export type BountyReaders = { contributors: BountyReader[]; claimants: BountyReader[] }

/**
 * Everybody who gave to a bounty and has not got all of it back, and everybody whose claim on its paper stands: by their addresses, so
 * that who gave twice, or gave and claimed, is written to once. `except`: accounts that hear of it in another mail.
 */
export const readReaders = async (
  db: Db,
  fund: Fund,
  doi: string,
  except: readonly string[] = [],
): Promise<BountyReaders> => {
  const given = await db
    .selectFrom('contributions')
    .select(['id', 'email'])
    .where('fund', '=', fund)
    .where('state', '=', sql.lit('paid' as const))
    .where('email', 'is not', null)
    .whereRef('refunded', '<', 'paid_amount')
    .orderBy('paid_at')
    .orderBy('id')
    .execute()
  const claims = await readClaimants(db, doi)
  const seen = new Set<string>()
  const isNew = (email: string | null): boolean => {
    const key = (email ?? '').toLowerCase()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
  for (const { email, claimant } of claims) if (claimant !== null && except.includes(claimant)) isNew(email)
  return {
    contributors: given.flatMap(({ id, email }) => (isNew(email) ? [{ kind: 'contribution' as const, id }] : [])),
    claimants: claims.flatMap(({ id, email }) => (isNew(email) ? [{ kind: 'claim' as const, id }] : [])),
  }
}
