import { definePage, noIndex } from '../page/index.ts'
import type { AwardsPageModel } from './model.ts'

export const awardsPage = definePage({
  name: 'awards',
  head: (_: AwardsPageModel) => ({ title: 'Your awards · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'browser/styles/for-money.css',
  scriptBudget: 5_000,
})
