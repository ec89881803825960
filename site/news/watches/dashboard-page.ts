import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { DashboardPage } from './DashboardPage.tsx'
import type { DashboardModel } from './dashboard-model.ts'

export const dashboardPage = definePage({
  name: 'dashboard',
  component: markup<typeof DashboardPage>('news/watches/DashboardPage.tsx'),
  head: (_: DashboardModel) => ({ title: 'Dashboard · Corroborate', meta: noIndex }),
  islands: 'news/watches/islands.tsx',
  styles: 'kit/browser/styles/for-dashboard.css',
  scriptBudget: 5_600,
  islandBudget: 3_500,
})
