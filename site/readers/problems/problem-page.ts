import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { ProblemPageModel } from './model.ts'
import type { ProblemPage } from './ProblemPage.tsx'

export const problemPage = definePage({
  name: 'problem',
  component: markup<typeof ProblemPage>('readers/problems/ProblemPage.tsx'),
  head: ({ paper }: ProblemPageModel) => ({
    title: `Report a problem: ${paper.title ?? paper.doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 5_100,
})
