import { type Kysely, sql } from 'kysely'
import { type ClaimTables, readClaimants } from '../../readers/claims/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import type { Fund } from '../ledger/index.ts'
import type { BountyReader } from './plan.ts'

type Tables = ContributionTables & ClaimTables
type Db = Kysely<Tables>

/** Recipients of a bounty notification, by side, without duplicates. */
export type BountyReaders = { contributors: BountyReader[]; claimants: BountyReader[] }

/**
 * Returns everyone with an unrefunded contribution to a bounty and everyone with an active claim on its paper. Deduplicates by address, so
 * that repeat contributors and contributing claimants get one mail. `except`: accounts notified by another mail.
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
