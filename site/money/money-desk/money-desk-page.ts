import { definePage, noIndex } from '../../kit/page/index.ts'
import type { MoneyDeskModel } from './model.ts'

export const moneyDeskPage = definePage({
  name: 'money-desk',
  head: (_: MoneyDeskModel) => ({ title: 'Money · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 5_000,
})
