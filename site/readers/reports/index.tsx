export { AuditPage } from './ReportPage.tsx'
export { AuditsPage } from './ReportsPage.tsx'
export { ReproducePage } from './ReproducePage.tsx'
