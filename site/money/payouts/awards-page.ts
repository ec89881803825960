import { definePage, noIndex } from '../../kit/page/index.ts'
import type { AwardsPageModel } from './model.ts'

export const awardsPage = definePage({
  name: 'awards',
  head: (_: AwardsPageModel) => ({ title: 'Your awards · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_000,
})
