import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import type { AccountIds, Mine } from '../../kit/feature/index.ts'
import { isoTime } from '../../kit/times/index.ts'
import { type ModerationTables, readStandings, rejectionReasons } from '../moderation/index.ts'
import { draftsBy } from './drafts.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { reportPath } from './report-paths.ts'
import { reportsBy } from './store.ts'
import type { ReportTables } from './tables.ts'

/** The user's reports and drafts on their dashboard. */
export const myReports: Mine<ReportTables & ModerationTables> = {
  title: 'Your reproduction reports',
  reader: db => async (account, limit) => {
    const reportsDb = db.$pickTables<keyof ReportTables>()
    const [reports, drafts] = await Promise.all([
      reportsBy(reportsDb, account.key, limit),
      draftsBy(reportsDb, account.key, limit),
    ])
    const standings = await readStandings(
      db.$pickTables<keyof ModerationTables>(),
      'audit',
      reports.map(({ id }) => id),
    )
    const sent = reports.map(({ id, doi, outcome, content, sha256, approvedAt, createdAt }) => {
      const standing = standings.get(id)
      const isRefused = standing?.status === 'rejected' || standing?.status === 'spam'
      const why = standing?.reason == null ? '' : `: ${rejectionReasons[standing.reason]}`
      return {
        doi,
        words: outcomeHeadline(outcome, content.results),
        standing: approvedAt !== null ? null : isRefused ? `Not approved${why}` : 'Pending review',
        at: createdAt,
        path: reportPath(doi, sha256),
      }
    })
    const open = drafts.map(({ doi, updated_at }) => ({
      doi,
      words: 'A draft',
      standing: 'Not sent yet',
      at: updated_at,
      path: paths.reproduce(doi),
    }))
    return [...open, ...sent].toSorted((a, b) => b.at - a.at).slice(0, limit)
  },
}

/** All that is kept of an account's reports and drafts. */
export const exportReports = async (db: Kysely<ReportTables>, { key }: AccountIds) => {
  const reports = await db
    .selectFrom('reports')
    .select(['doi', 'name', 'email', 'sha256', 'canonical_sha256', 'content', 'created_at', 'approved_at'])
    .where('author', '=', key)
    .orderBy('created_at')
    .execute()
  const drafts = await db
    .selectFrom('report_drafts')
    .select(['doi', 'draft', 'updated_at'])
    .where('author', '=', key)
    .execute()
  return {
    reports: reports.map(({ content, created_at, approved_at, ...report }) => ({
      ...report,
      content: JSON.parse(content) as unknown,
      sent: isoTime(created_at),
      approved: approved_at === null ? null : isoTime(approved_at),
    })),
    report_drafts: drafts.map(({ doi, draft, updated_at }) => ({
      doi,
      draft: JSON.parse(draft) as unknown,
      changed: isoTime(updated_at),
    })),
  }
}
