import { paths, storedDoi } from '../doi/index.ts'
import { definePage } from '../page/index.ts'
import type { ClaimPageModel } from './model.ts'

export const claimPage = definePage({
  name: 'claim',
  head: ({ paper }: ClaimPageModel, origin) => ({
    title: `I will reproduce ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.claim(storedDoi(paper.doi))}`,
  }),
  islands: 'claims/islands.tsx',
  styles: 'browser/styles/for-reports.css',
  scriptBudget: 20_000,
})
