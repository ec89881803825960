import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, noIndex } from '../../kit/page/index.ts'
import type { AuditsPageModel, ReproducePageModel } from './model.ts'
import { auditHead } from './report-head.ts'

export const auditPage = definePage({
  name: 'audit',
  head: auditHead,
  islands: 'readers/reports/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 20_000,
})

export const auditsPage = definePage({
  name: 'audits',
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
  head: ({ paper }: ReproducePageModel) => ({
    title: `Report a reproduction of ${paper.title ?? paper.doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: 'readers/reports/wizard-islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 30_000,
})
