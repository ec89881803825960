import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { WholeListPage } from './WholeListPage.tsx'
import { headings, type WholeListModel } from './whole-list-model.ts'

export const wholeListPage = definePage({
  name: 'whole-list',
  component: markup<typeof WholeListPage>('paper/papers/WholeListPage.tsx'),
  head: ({ list, title, doi }: WholeListModel) => ({
    title: `${headings[list]}: ${title ?? doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 5_100,
})
