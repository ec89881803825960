import { definePage, noIndex } from '../../kit/page/index.ts'
import type { ResultsPageModel } from './models.ts'

export const resultsPage = definePage({
  name: 'results',
  head: ({ query }: ResultsPageModel) => ({
    title: `${query === '' ? 'Search' : query} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 3_000,
})
