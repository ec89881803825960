import { definePage, noIndex } from '../page/index.ts'
import type { DashboardModel } from './dashboard-model.ts'

export const dashboardPage = definePage({
  name: 'dashboard',
  head: (_: DashboardModel) => ({ title: 'Dashboard · Corroborate', meta: noIndex }),
  islands: 'watches/islands.tsx',
  styles: 'browser/styles/for-dashboard.css',
  scriptBudget: 75_000,
})
