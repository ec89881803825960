import { type Kysely, sql } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { type ClaimTables, hasClaimed } from '../../readers/claims/index.ts'
import type { ReportTables } from '../../readers/reports/index.ts'
import type { ContributionTables } from '../contributions/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import type { Ties } from './rules.ts'

export type TiesTables = ReportTables & ContributionTables & ClaimTables & Pick<SignInTables, 'accounts'>
type Db = Kysely<TiesTables>

/**
 * Returns an account's conflicts of interest with a paper's bounty. Includes unapproved reports, expired claims, and payments made while
 * logged out whose receipt went to the account's own address.
 */
export const readTies = async (db: Db, account: string, doi: Doi): Promise<Ties> => {
  const [report, paid, claimed] = await Promise.all([
    db.selectFrom('reports').select('id').where('author', '=', account).where('doi', '=', doi).executeTakeFirst(),
    db
      .selectFrom('contributions')
      .select('id')
      .where('fund', '=', bountyOf(doi))
      .where('state', '=', sql.lit('paid' as const))
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('giver', '=', account),
          eb(
            sql<string>`lower(contributions.email)`,
            'in',
            selectFrom('accounts')
              .select(sql<string>`lower(accounts.email)`.as('email'))
              .where('user_id', '=', account.slice('user:'.length))
              .where('accounts.email', 'is not', null),
          ),
        ]),
      )
      .limit(1)
      .executeTakeFirst(),
    hasClaimed(db, account, doi),
  ])
  return { wroteReport: report !== undefined, hasPaid: paid !== undefined, hasClaimed: claimed }
}
