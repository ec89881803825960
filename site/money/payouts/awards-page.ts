import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { AwardsPage } from './AwardsPage.tsx'
import type { AwardsPageModel } from './model.ts'

export const awardsPage = definePage({
  name: 'awards',
  component: markup<typeof AwardsPage>('money/payouts/AwardsPage.tsx'),
  head: (_: AwardsPageModel) => ({ title: 'Your awards · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_100,
})
