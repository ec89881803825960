import { runTransaction } from '@corroborate/server-kit/database'
import { HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely, Transaction } from 'kysely'
import { holdAccountStatus, type SignInTables } from '../../accounts/sign-in/index.ts'
import type { Doi } from '../../kit/doi/index.ts'
import type { Account } from '../../kit/people/index.ts'
import type { ReportTables } from './tables.ts'

/** Returns the papers with drafts of an account, newest first. */
export const draftsBy = async (
  db: Kysely<ReportTables>,
  author: string,
  limit: number,
): Promise<{ doi: Doi; updated_at: number }[]> => {
  const found = db.selectFrom('report_drafts').select(['doi', 'updated_at']).where('author', '=', author)
  const rows = await found.orderBy('updated_at', 'desc').limit(limit).execute()
  return rows.map(({ doi, updated_at }) => ({ doi: doi as Doi, updated_at }))
}

export const readDraft = async (db: Kysely<ReportTables>, author: string, doi: Doi): Promise<string | null> => {
  const found = db.selectFrom('report_drafts').select('draft').where('author', '=', author).where('doi', '=', doi)
  return (await found.executeTakeFirst())?.draft ?? null
}

const keepDraft = async (
  db: Kysely<ReportTables>,
  { author, doi, draft, now }: { author: string; doi: Doi; draft: string; now: number },
): Promise<void> => {
  await db
    .insertInto('report_drafts')
    .values({ author, doi, draft, updated_at: now })
    .onConflict(conflict => conflict.columns(['author', 'doi']).doUpdateSet({ draft, updated_at: now }))
    .execute()
}

export const dropDraft = async (
  db: Kysely<ReportTables> | Transaction<ReportTables>,
  author: string,
  doi: Doi,
): Promise<void> => {
  await db.deleteFrom('report_drafts').where('author', '=', author).where('doi', '=', doi).execute()
}

const countDrafts = async (db: Kysely<ReportTables>, author: string): Promise<number> =>
  (
    await db
      .selectFrom('report_drafts')
      .select(({ fn }) => fn.countAll<number>().as('drafts'))
      .where('author', '=', author)
      .executeTakeFirstOrThrow()
  ).drafts

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
    await holdAccountStatus(tx.$pickTables<keyof SignInTables>(), account)
    const drafts = tx.$pickTables<keyof ReportTables>()
    const isNew = (await readDraft(drafts, account.key, doi)) === null
    if (isNew && (await countDrafts(drafts, account.key)) >= mostDrafts)
      throw new HttpProblem(409, `You’ve reached the limit of ${mostDrafts} drafts. Submit or discard one first.`)
    await keepDraft(drafts, { author: account.key, doi, draft, now })
  })
