import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { ClaimPage } from './ClaimPage.tsx'
import type { ClaimPageModel } from './model.ts'

export const claimPage = definePage({
  name: 'claim',
  component: markup<typeof ClaimPage>('readers/claims/ClaimPage.tsx'),
  head: ({ paper }: ClaimPageModel, origin) => ({
    title: `I will reproduce ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.claim(storedDoi(paper.doi))}`,
  }),
  islands: 'readers/claims/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_600,
  islandBudget: 4_000,
})
