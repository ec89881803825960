import type { OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely, Transaction } from 'kysely'
import type { WithProofs } from '../../accounts/proofs/create-proofs.ts'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { type AccountIds, defineFeature, type Mine, type NoJobs } from '../../kit/feature/index.ts'
import type { DeletedAccount } from '../../kit/people/index.ts'
import { isoTime } from '../../kit/times/times.ts'
import { type ActivityTables, unnameActivity } from '../../paper/activity/index.ts'
import { createNamePaper, type ProvidesReplications, type WithPapers } from '../../paper/papers/index.ts'
import { type ClaimTables, createPlanEnd, createSubmitClaim } from '../claims/index.ts'
import { sendingLimits } from '../claims-and-reports/limits.ts'
import type { DraftTables } from '../drafts/store.ts'
import {
  type Moderates,
  type ModerationTables,
  readEntryStatuses,
  rejectionReasons,
  withdraw,
} from '../moderation/index.ts'
import { attemptsReader, createReproduceCalls } from './attempts.ts'
import { draftsBy } from './drafts.ts'
import { moderatedReports, reportKey } from './moderated-reports.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { reportPage, reportPath, reportsPage, reproducePage } from './pages.ts'
import { type AuthorsOf, createShowReportCall } from './show-report.ts'
import { reportsBy } from './store.ts'
import { createSubmitReportCall } from './submit-report.ts'
import { countedReportsMigration, type ReportTables, reportsByHashMigration, reportsMigration } from './tables.ts'

/** Display name for public reports of deleted accounts. */
export const formerReporter = 'a deleted account'

/**
 * Deletes an account's drafts and nonpublic reports. Public ones are anonymized, since they may have been cited. With `upTo` only data from
 * before.
 */
export const deleteReporterData = async (
  tx: Transaction<ReportTables & ActivityTables & ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const reports = tx.$pickTables<keyof ReportTables>()
  const until = upTo ?? Number.MAX_SAFE_INTEGER
  await reports.deleteFrom('report_drafts').where('author', '=', key).where('updated_at', '<=', until).execute()
  const found = reports.selectFrom('reports').select(['id', 'approved_at']).where('author', '=', key)
  for (const { id, approved_at } of await found.where('created_at', '<=', until).orderBy('id').execute()) {
    if (approved_at === null) {
      await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'audit', id })
      await reports.deleteFrom('reports').where('id', '=', id).execute()
    } else {
      await unnameActivity(tx.$pickTables<keyof ActivityTables>(), reportKey(id), formerReporter)
      await reports.updateTable('reports').set({ author: null, name: null, email: null }).where('id', '=', id).execute()
    }
  }
}

/** The user's reports and drafts on their dashboard. */
export const myReports: Mine<ReportTables & ModerationTables> = {
  title: 'Your reproduction reports',
  reader: db => async (account, limit) => {
    const reportsDb = db.$pickTables<keyof ReportTables>()
    const [reports, drafts] = await Promise.all([
      reportsBy(reportsDb, account.key, limit),
      draftsBy(reportsDb, account.key, limit),
    ])
    const standings = await readEntryStatuses(
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

const limits = {
  ...sendingLimits,
  /** Automatic draft saves while typing. */
  reportDraft: { points: 1_200, perSeconds: 60 * 60 },
} as const

type Tables = ReportTables & ClaimTables & ModerationTables & ActivityTables & OutboxTables & SignInTables & DraftTables

/** Reproduction reports: the wizard, the route for reports and claims, report pages, and their evidence on papers. */
export const reportsFeature = defineFeature<
  Tables,
  NoJobs,
  WithProofs & WithPapers,
  Moderates<Tables> & ProvidesReplications<Tables>
>()({
  migrations: [reportsMigration, countedReportsMigration, reportsByHashMigration],
  limits,
  pages: [reportPage, reportsPage, reproducePage],
  moderated: moderatedReports,
  attempts: attemptsReader,
  moveToAccount: null,
  deleteAccount: (tx, account) =>
    deleteReporterData(tx.$pickTables<keyof (ReportTables & ActivityTables & ModerationTables)>(), account),
  mine: myReports,
  exportOf: (db, account) => exportReports(db.$pickTables<keyof ReportTables>(), account),
  open: ({ settings, db, outbox, limits, proofs, people, papers, pages, now }) => {
    const namePaper = createNamePaper(papers.facts)
    const guard = { limits, proofs }
    const reproduce = createReproduceCalls({ db, people, pages, limits, namePaper, now })
    // All features share one outbox, so the claims feature handles jobs enqueued for a claim.
    const planEnd = createPlanEnd(outbox as unknown as Parameters<typeof createPlanEnd>[0])
    const submitClaim = createSubmitClaim({ db, guard, planEnd, now })
    const submit = createSubmitReportCall({ db, people, guard, submitClaim, showAgain: reproduce.showAgain, now })
    const authorsOf: AuthorsOf = async doi => {
      const found = await papers.facts.findNear(doi)
      return found.kind === 'found' ? found.facts.authors : []
    }
    const show = createShowReportCall({ db, people, pages, namePaper, authorsOf, origin: settings.site.origin })
    return {
      paperRoutes: {
        audit: { GET: show, POST: submit },
        reproduce: { GET: reproduce.page, POST: reproduce.keep, DELETE: reproduce.discard },
      },
    }
  },
})
