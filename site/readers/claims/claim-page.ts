import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage } from '../../kit/page/index.ts'
import type { ClaimPageModel } from './model.ts'

export const claimPage = definePage({
  name: 'claim',
  head: ({ paper }: ClaimPageModel, origin) => ({
    title: `I will reproduce ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.claim(storedDoi(paper.doi))}`,
  }),
  islands: 'readers/claims/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 20_000,
})
