export { type ReportPageModel, shortHash } from './model.ts'
export { outcomeHeadline } from './outcome-words.ts'
export { addressAmong, reportFiles, reportLinks, reportPage, reportPath } from './pages.ts'
export { type Outcome, outcomes, type ReportContent } from './report.ts'
export {
  approvedOfManyReader,
  approvedReader,
  findPublicReport,
  findReportByHash,
  type ListedReport,
  newestReportHash,
  papersWithReports,
  readReports,
  type StoredReport,
} from './store.ts'
export { canonicalForm, type ReportTables } from './tables.ts'
