import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { ResultsPageModel } from './models.ts'
import type { ResultsPage } from './ResultsPage.tsx'

export const resultsPage = definePage({
  name: 'results',
  component: markup<typeof ResultsPage>('finding/search/ResultsPage.tsx'),
  head: ({ query }: ResultsPageModel) => ({
    title: `${query === '' ? 'Search' : query} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 5_100,
})
