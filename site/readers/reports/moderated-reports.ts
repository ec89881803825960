import type { OutboxTables } from '@corroborate/server-kit/outbox'
import { paths } from '../../kit/doi/index.ts'
import { type ActivityTables, recordActivity, retractActivity } from '../../paper/activity/index.ts'
import { type ClaimTables, fulfilClaim, moderatedClaims, reopenClaim } from '../claims/index.ts'
import type { Moderated, Submission } from '../moderation/index.ts'
import { readText } from '../written-text/read-text.ts'
import { outcomeHeadline } from './outcome-words.ts'
import { reportPath } from './pages.ts'
import { platformNames } from './report.ts'
import { addressOfReporter, readReports, type StoredReport, setApproved, setCounted } from './store.ts'
import type { ReportTables } from './tables.ts'

type Tables = ReportTables & ClaimTables & ActivityTables & OutboxTables

/** Moderation of the kind `audit` (SPEC §7): reports, and claims, which share the route. */
export const moderatedReports: Moderated<Tables> = {
  kind: 'audit',
  read: async (db, ids) => {
    const [reports, claims] = await Promise.all([
      readReports(db.$pickTables<keyof ReportTables>(), ids),
      moderatedClaims.read(db, ids),
    ])
    return new Map([...reports.map((report): [string, Submission] => [report.id, submissionOf(report)]), ...claims])
  },
  told: async (db, id) => {
    const reports = db.$pickTables<keyof ReportTables>()
    const [report] = await readReports(reports, [id])
    if (report === undefined) return moderatedClaims.told(db, id)
    const { doi, sha256 } = report
    const where = { approved: reportPath(doi, sha256), rejected: paths.reproduce(doi) }
    return { what: 'report', email: await addressOfReporter(reports, id), paths: where }
  },
  // Without material a report is unverifiable, however many moderators approve it.
  wantsSecond: async (tx, id) => {
    const [report] = await readReports(tx.$pickTables<keyof ReportTables>(), [id])
    return report !== undefined && hasPublicMaterial(report)
  },
  settle: async (tx, change) => {
    const reports = tx.$pickTables<keyof ReportTables>()
    if (change.from === 'approved' && change.to === 'approved')
      return setCounted(reports, change.id, change.isSeconded ? change.at : null)
    const isApproved = change.to === 'approved'
    const report = await setApproved(reports, change.id, isApproved ? change.at : null)
    if (report === undefined) return moderatedClaims.settle(tx, change)
    const key = reportKey(change.id)
    if (isApproved) {
      const { doi, author, name, sha256, outcome, content } = report
      await recordActivity(
        tx.$pickTables<keyof ActivityTables>(),
        {
          doi,
          kind: 'report-approved',
          key,
          at: change.at,
          date: null,
          by: { name: name ?? 'a deleted account', href: null },
          label: `Reproduction report: ${outcomeHeadline(outcome, content.results)}`,
          outcome,
          detail: content.auditReport,
          path: reportPath(doi, sha256),
        },
        change.at,
      )
      if (author !== null) await fulfilClaim(tx, author, doi, change.at)
    } else if (change.from === 'approved') {
      await retractActivity(tx.$pickTables<keyof ActivityTables>(), key)
      if (report.author !== null) await reopenClaim(tx, report.author, report.doi, change.at)
    }
  },
}

/** True if the report's material is publicly available. */
export const hasPublicMaterial = ({ content }: Pick<StoredReport, 'content'>): boolean =>
  content.reproducibilityPackage != null

export const reportKey = (id: string): string => `report-approved:${id}`

/** Returns a report as shown to moderators, which equals its public view. */
const submissionOf = ({ name, content, outcome }: StoredReport): Submission => {
  const { platform, environmentDetails, approach, codeChanges, results, reproducibilityPackage, files } = content
  const facts: [string, string | null][] = [
    ['Outcome', outcomeHeadline(outcome, results)],
    ['Platform', platformNames[platform]],
    ['Environment', environmentDetails],
    ['Approach', approach],
    ['Code changes', codeChanges],
    [
      'Results',
      results.map(each => `${each.claim}: ${each.published} → ${each.obtained} (${each.verdict})`).join('\n'),
    ],
    ['Package', reproducibilityPackage],
    ['Files', files.map(file => file.name).join(', ')],
  ]
  return {
    author: name ?? 'a deleted account',
    authorIsChecked: false,
    paragraphs: readText(content.auditReport),
    facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }])),
  }
}
