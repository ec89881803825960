import type { Kysely } from 'kysely'
import { formatAmounts, plainAmount } from '../../kit/amounts/index.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import { type KeptReport, readReports } from '../../readers/reports/index.ts'
import { readStanding } from '../bounties/index.ts'
import type { MoneyDeskTables } from './database.ts'
import type { Awardable } from './model.ts'
import { readReporterFacts } from './read-reporters.ts'
import { shownReport } from './shown-report.ts'

type Db = Kysely<MoneyDeskTables>

/** So many bounties on the desk, and so many reports of each. */
const mostBounties = 20
const mostReports = 50

/** Returns papers with money in their bounty and an approved report by a payable author, largest bounty first. */
export const readCandidates = async (db: Db): Promise<Doi[]> => {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('paper_interest', 'paper_interest.doi', 'reports.doi')
    .select('reports.doi')
    .where('reports.approved_at', 'is not', null)
    .where('reports.author', 'is not', null)
    .where('paper_interest.bounty', '>', 0)
    .groupBy(['reports.doi', 'paper_interest.bounty'])
    .orderBy('paper_interest.bounty', 'desc')
    .orderBy('reports.doi')
    .limit(mostBounties)
    .execute()
  return rows.map(({ doi }) => doi as Doi)
}

/** Returns a bounty with its awardable reports; null if it has no money or no report by a payable author. */
export const readAwardable = async (
  db: Db,
  doi: Doi,
  { title, barred, moderator, now }: { title: string; barred: string | null; moderator: string; now: number },
): Promise<Awardable | null> => {
  const [{ available, holds }, reports] = await Promise.all([readStanding(db, doi, now), readApproved(db, doi)])
  if (available.length === 0 || reports.length === 0) return null
  const [hold] = holds
  const facts = await readReporterFacts(db, reports)
  return {
    doi,
    paper: { title, href: paths.paper(doi) },
    available: formatAmounts(available),
    currencies: available.map(money => ({ code: money.currency, most: plainAmount(money) })),
    held: hold === undefined ? null : `Reserved for ${hold.name ?? 'a claim'} until ${dayInWords(hold.until)}`,
    barred,
    reports: reports.map(report => {
      const { words = '', approver = null } = facts.get(report.id) ?? {}
      return { ...shownReport(report), facts: words, isLetIn: approver === moderator }
    }),
  }
}

const readApproved = async (db: Db, doi: Doi): Promise<KeptReport[]> => {
  const ids = await db
    .selectFrom('reports')
    .select('id')
    .where('doi', '=', doi)
    .where('approved_at', 'is not', null)
    .where('author', 'is not', null)
    .orderBy('created_at')
    .limit(mostReports)
    .execute()
  return readReports(
    db,
    ids.map(({ id }) => id),
  )
}
