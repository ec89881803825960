import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { MoneyDeskPage } from './MoneyDeskPage.tsx'
import type { MoneyDeskModel } from './model.ts'

export const moneyDeskPage = definePage({
  name: 'money-desk',
  component: markup<typeof MoneyDeskPage>('money/money-desk/MoneyDeskPage.tsx'),
  head: (_: MoneyDeskModel) => ({ title: 'Money · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 5_100,
})
