import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, noIndex } from '../../kit/page/index.ts'
import type { ReportsPageModel, ReproducePageModel } from './model.ts'
import { reportHead } from './report-head.ts'

export const reportPage = definePage({
  name: 'audit',
  head: reportHead,
  islands: 'readers/reports/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 20_000,
})

export const reportsPage = definePage({
  name: 'reports',
  head: ({ paper }: ReportsPageModel, origin) => ({
    title: `Reproduction reports on ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.reports(storedDoi(paper.doi))}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 3_000,
})

export const reproducePage = definePage({
  name: 'reproduce',
  head: ({ paper }: ReproducePageModel) => ({
    title: `Report a reproduction of ${paper.title ?? paper.doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: 'readers/reports/wizard-islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 30_000,
})
