import { definePage, markup } from '../page/define-page.ts'
import type { ErrorPage } from './ErrorPage.tsx'
import type { ErrorPageModel } from './model.ts'

export const errorPage = definePage({
  name: 'error',
  component: markup<typeof ErrorPage>('kit/error-page/ErrorPage.tsx'),
  head: ({ status }: ErrorPageModel) => ({ title: `${status} · Corroborate` }),
  islands: null,
  scriptBudget: 5_100,
})
