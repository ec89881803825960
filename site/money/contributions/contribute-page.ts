import { paths, storedDoi } from '../../kit/doi/index.ts'
import { definePage, noIndex } from '../../kit/page/index.ts'
import type { ContributePageModel } from './model.ts'

export const contributePage = definePage({
  name: 'contribute',
  head: ({ paper, form }: ContributePageModel, origin) => ({
    title: `${form === null ? `${paper.title} has no bounty` : `Contribute to the bounty of ${paper.title}`} · Corroborate`,
    canonical: `${origin}${paths.contribute(storedDoi(paper.doi))}`,
    meta: noIndex,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_000,
})
