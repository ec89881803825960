import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { ReportsPageModel, ReproducePageModel } from './model.ts'
import type { ReportPage } from './ReportPage.tsx'
import type { ReportsPage } from './ReportsPage.tsx'
import type { ReproducePage } from './ReproducePage.tsx'
import { reportHead } from './report-head.ts'

export const reportPage = definePage({
  name: 'audit',
  component: markup<typeof ReportPage>('readers/reports/ReportPage.tsx'),
  head: reportHead,
  islands: 'readers/reports/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_600,
  islandBudget: 4_000,
})

export const reportsPage = definePage({
  name: 'reports',
  component: markup<typeof ReportsPage>('readers/reports/ReportsPage.tsx'),
  head: ({ paper }: ReportsPageModel, origin) => ({
    title: `Reproduction reports on ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.reports(storedDoi(paper.doi))}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_100,
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
  scriptBudget: 5_600,
  islandBudget: 12_000,
})
