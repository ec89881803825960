import { runTransaction } from '@corroborate/server-kit/database'
import { HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import { holdStanding, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import { countDrafts, keepDraft, readDraft } from './drafts.ts'
import type { ReportTables } from './tables.ts'

/** The most drafts that are kept for an account. */
const mostDrafts = 100

/**
 * Stores a draft, replacing the previous one. Locks the account against deletion, so that nothing is left behind.
 * @throws HttpProblem 401 if the account was deleted meanwhile, 409 if the limit of drafts is reached
 */
export const keepDraftAs = (
  db: Kysely<ReportTables & SignInTables>,
  account: Account,
  { doi, draft, now }: { doi: Doi; draft: string; now: number },
): Promise<void> =>
  runTransaction(db, async tx => {
    await holdStanding(tx.$pickTables<keyof SignInTables>(), account)
    const drafts = tx.$pickTables<keyof ReportTables>()
    const isNew = (await readDraft(drafts, account.key, doi)) === null
    if (isNew && (await countDrafts(drafts, account.key)) >= mostDrafts)
      throw new HttpProblem(409, `You’ve reached the limit of ${mostDrafts} drafts. Submit or discard one first.`)
    await keepDraft(drafts, { author: account.key, doi, draft, now })
  })
