import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import type { Kysely } from 'kysely'
import { type Doi, paths } from '../../kit/doi/index.ts'
import type { DoiHandler, Pages } from '../../kit/http/index.ts'
import { moderatorRole, type People } from '../../kit/people/index.ts'
import { asDownload, type NamePaper, type PaperNamed } from '../../paper/papers/index.ts'
import { type EntryStatus, type ModerationTables, readEntryStatuses, rejectionReasons } from '../moderation/index.ts'
import { readText } from '../written-text/read-text.ts'
import { type Counting, type ReportLine, type ShownReport, shortHash } from './model.ts'
import { hasPublicMaterial } from './moderated-reports.ts'
import { outcomeHeadline } from './outcome-words.ts'
import {
  citeReport,
  nameAmong,
  type ReportFile,
  readReportName,
  reportFiles,
  reportPage,
  reportPath,
  reportsPage,
} from './pages.ts'
import { hasMaterial } from './report.ts'
import { approvedReader, type ListedReport, readReportsNamed, type StoredReport } from './store.ts'
import { canonicalForm, type ReportTables } from './tables.ts'

/** Returns the authors of a paper from local data. */
export type AuthorsOf = (doi: Doi) => Promise<readonly { name: string; orcid: string | null }[]>

export type ShowReportOptions = {
  db: Kysely<ReportTables & ModerationTables>
  people: Pick<People, 'known' | 'sessionNow'>
  pages: Pick<Pages, 'show'>
  namePaper: NamePaper
  authorsOf: AuthorsOf
  /** The site's own. */
  origin: string
}

const unknown = 'Report not found. Check the address, or see all reports on this paper.'

/**
 * `GET /{doi}/audit/{first 9 of a SHA-256}`: a report's page; more digits disambiguate. With an extension it is a file: a citation,
 * `codecheck.yml`, the canonical form. `GET /{doi}/audit/`: all reports on the paper.
 */
export const createShowReportCall = ({
  db,
  people,
  pages,
  namePaper,
  authorsOf,
  origin,
}: ShowReportOptions): DoiHandler => {
  const reportsDb = db.$pickTables<keyof ReportTables>()
  const readApproved = approvedReader(reportsDb)

  const list = async (c: HttpContext, doi: Doi): Promise<Response> => {
    const [paper, reports] = await Promise.all([namePaper(c, doi), readApproved(doi)])
    return pages.show(c, reportsPage, { paper, reports: reports.map(report => lineOf(doi, report, reports)) })
  }

  /** Returns the reports visible to the reader: approved ones, their own, and for moderators all. */
  const visibleTo = async (c: HttpContext, reports: readonly StoredReport[]): Promise<readonly StoredReport[]> => {
    const person = people.known(c)
    const isSeen = ({ approvedAt, author }: StoredReport) =>
      approvedAt !== null || (person?.signedIn === true && author === person.key)
    if (reports.every(isSeen) || !person?.signedIn) return reports.filter(isSeen)
    const state = await people.sessionNow(c)
    return typeof state !== 'string' && state.roles.includes(moderatorRole) ? reports : reports.filter(isSeen)
  }

  return async (c, doi, rest) => {
    if (rest === '') return list(c, doi)
    const { name, file } = readReportName(rest)
    const reports = await visibleTo(c, await readReportsNamed(reportsDb, doi, name))
    const [report] = reports
    if (report === undefined) throw new HttpProblem(404, unknown)
    const paper = await namePaper(c, doi)
    if (reports.length > 1) {
      const lines = reports.map(each => lineOf(doi, each, reports))
      return pages.show(c, reportPage, { kind: 'several', paper, name, reports: lines })
    }
    const isAlone =
      (await visibleTo(c, await readReportsNamed(reportsDb, doi, report.sha256.slice(0, shortHash)))).length === 1
    const path = isAlone ? reportPath(doi, report.sha256) : paths.report(doi, name)
    if (file !== null) return fileOf(report, { paper, authorsOf }, `${origin}${path}`, file)
    if (path !== paths.report(doi, name)) return c.redirect(path, 302)
    const standings = await readEntryStatuses(db.$pickTables<keyof ModerationTables>(), 'audit', [report.id])
    return pages.show(c, reportPage, {
      kind: 'report',
      paper,
      report: shownOf(report, { path, address: origin + path }, standings.get(report.id) ?? null),
    })
  }
}

/** A report in a list of others: its address is the shortest that leads to it alone. */
const lineOf = (
  doi: Doi,
  report: StoredReport | ListedReport,
  among: readonly (StoredReport | ListedReport)[],
): ReportLine => {
  const name = nameAmong(among)(report)
  return {
    href: paths.report(doi, name),
    outcome: report.outcome,
    headline: outcomeHeadline(report.outcome, 'content' in report ? report.content.results : []),
    name: report.name,
    reportedOn: dateOf(report.createdAt),
    fingerprint: name.slice(0, shortHash),
    isWaiting: report.approvedAt === null,
  }
}

const shownOf = (
  report: StoredReport,
  { path, address }: Pick<ShownReport, 'path' | 'address'>,
  standing: EntryStatus | null,
): ShownReport => {
  const { content, name, sha256, canonicalSha256, createdAt, approvedAt, outcome } = report
  const { platform, environmentDetails, approach, codeChanges, auditReport, reproducibilityPackage, results, files } =
    content
  const isRefused = standing?.status === 'rejected' || standing?.status === 'spam'
  return {
    path,
    address,
    problem: paths.problem(report.doi, { kind: 'report', id: sha256 }),
    files: {
      bibtex: path + reportFiles.bibtex,
      ris: path + reportFiles.ris,
      csl: path + reportFiles.csl,
      codecheck: path + reportFiles.codecheck,
      canonical: path + reportFiles.canonical,
    },
    standing:
      approvedAt !== null
        ? { kind: 'approved', counting: countingOf(report) }
        : isRefused
          ? {
              kind: 'refused',
              why: standing.reason === null ? null : rejectionReasons[standing.reason],
              message: standing.message,
            }
          : { kind: 'waiting' },
    outcome,
    headline: outcomeHeadline(outcome, results),
    name,
    reportedOn: dateOf(createdAt),
    approvedOn: approvedAt === null ? null : dateOf(approvedAt),
    platform,
    environmentDetails: readText(environmentDetails),
    approach: readText(approach),
    codeChanges: codeChanges === null ? null : readText(codeChanges),
    auditReport: readText(auditReport),
    body: auditReport,
    reproducibilityPackage,
    results,
    manifest: files,
    sha256,
    canonicalSha256,
    hasFingerprint: hasMaterial(content),
  }
}

const countingOf = (report: StoredReport): Counting => {
  if (report.countedAt !== null) return 'counted'
  return hasPublicMaterial(report) ? 'one-approval' : 'no-material'
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

type AboutPaper = { paper: PaperNamed; authorsOf: AuthorsOf }

const fileOf = async (
  report: StoredReport,
  { paper, authorsOf }: AboutPaper,
  url: string,
  file: ReportFile,
): Promise<Response> => {
  const isPublic = report.approvedAt !== null
  const cacheControl = isPublic ? 'public, max-age=300' : 'no-store'
  const answer = (body: string, type: string, name: string) =>
    new Response(body, {
      headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
    })
  const short = report.sha256.slice(0, shortHash)
  const made = await (async (): Promise<Response> => {
    switch (file) {
      case 'bibtex':
      case 'ris':
        return asDownload(citeReport(report, paper.title, url, file))
      case 'csl':
        return asDownload(citeReport(report, paper.title, url, 'csl-json'))
      case 'canonical':
        return answer(canonicalForm(report.content).text, 'application/json', `report-${short}.json`)
      case 'codecheck': {
        const { writeCodecheck } = await import('./codecheck.ts')
        return answer(
          writeCodecheck({
            ...report.content,
            paperTitle: paper.title,
            authors: await authorsOf(report.doi),
            name: report.name,
            checkedAt: new Date(report.createdAt).toISOString(),
            report: url,
          }),
          'application/yaml; charset=utf-8',
          'codecheck.yml',
        )
      }
    }
  })()
  made.headers.set('cache-control', cacheControl)
  return made
}
