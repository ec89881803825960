export { canonicalForm } from './canonical-form.ts'
export type { ReportPageModel } from './model.ts'
export { outcomeHeadline } from './outcome-words.ts'
export { reportPage } from './pages.ts'
export { type Outcome, outcomes, type ReportContent } from './report.ts'
export { reportLinks } from './report-links.ts'
export { addressAmong, reportFiles, reportPath } from './report-paths.ts'
export { shortHash } from './short-hash.ts'
export {
  approvedOfManyReader,
  approvedReader,
  findPublicReport,
  findReportByHash,
  type KeptReport,
  type ListedReport,
  newestReportHash,
  papersWithReports,
  readReports,
} from './store.ts'
export type { ReportTables } from './tables.ts'
