export { AuditPage } from './AuditPage.tsx'
export { AuditsPage } from './AuditsPage.tsx'
export { ReproducePage } from './ReproducePage.tsx'
