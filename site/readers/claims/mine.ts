import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import type { AccountIds, Mine } from '../../kit/feature/index.ts'
import { dayInWords, isoTime } from '../../kit/times/index.ts'
import { type Claim, type ClaimTables, claimsBy } from './store.ts'

/** One's own claims, for the dashboard. */
export const myClaims: Mine<ClaimTables> = {
  title: 'Your claims',
  reader: db => async (account, limit) =>
    (await claimsBy(db, account.key)).slice(0, limit).map(claim => ({
      doi: claim.doi,
      words: 'Claimed by you',
      standing: standingOf(claim),
      at: claim.claimedAt,
      path: paths.claim(claim.doi),
    })),
}

const standingOf = ({ end, approvedAt, until }: Claim): string => {
  if (end !== null) return ends[end]
  return approvedAt === null ? 'Pending review' : `Until ${dayInWords(until)}`
}

const ends = {
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  reported: 'Report submitted',
  rejected: 'Not approved by a moderator',
} as const

/** All that is kept of an account's claims. */
export const exportClaims = async (db: Kysely<ClaimTables>, { key }: AccountIds): Promise<{ claims: object[] }> => {
  const rows = await db
    .selectFrom('claims')
    .select([
      'doi',
      'name',
      'show_name',
      'email',
      'locale',
      'plan',
      'package',
      'sha256',
      'claimed_at',
      'until',
      'approved_at',
      'end',
    ])
    .where('claimant', '=', key)
    .orderBy('claimed_at')
    .execute()
  return {
    claims: rows.map(({ show_name, claimed_at, until, approved_at, ...claim }) => ({
      ...claim,
      show_name: show_name === 1,
      claimed: isoTime(claimed_at),
      until: isoTime(until),
      approved: approved_at === null ? null : isoTime(approved_at),
    })),
  }
}
