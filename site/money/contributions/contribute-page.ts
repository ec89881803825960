import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { ContributePage } from './ContributePage.tsx'
import type { ContributePageModel } from './model.ts'

export const contributePage = definePage({
  name: 'contribute',
  component: markup<typeof ContributePage>('money/contributions/ContributePage.tsx'),
  head: ({ paper, form }: ContributePageModel, origin) => ({
    title: `${form === null ? `${paper.title} has no bounty` : `Contribute to the bounty of ${paper.title}`} · Corroborate`,
    canonical: `${origin}${paths.contribute(storedDoi(paper.doi))}`,
    meta: noIndex,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_100,
})
