import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { AuditPage } from './AuditPage.tsx'
import type { AuditsPage } from './AuditsPage.tsx'
import { auditHead } from './audit-head.ts'
import type { AuditsPageModel, ReproducePageModel } from './model.ts'
import type { ReproducePage } from './ReproducePage.tsx'

export const auditPage = definePage({
  name: 'audit',
  component: markup<typeof AuditPage>('readers/reports/AuditPage.tsx'),
  head: auditHead,
  islands: 'readers/reports/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 20_000,
})

export const auditsPage = definePage({
  name: 'audits',
  component: markup<typeof AuditsPage>('readers/reports/AuditsPage.tsx'),
  head: ({ paper }: AuditsPageModel, origin) => ({
    title: `Reproduction reports on ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.audits(storedDoi(paper.doi))}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 3_000,
})

export const reproducePage = definePage({
  name: 'reproduce',
  component: markup<typeof ReproducePage>('readers/reports/ReproducePage.tsx'),
  head: ({ paper }: ReproducePageModel) => ({
    title: `Report a reproduction of ${paper.title ?? paper.doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: 'readers/reports/wizard-islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 30_000,
})
