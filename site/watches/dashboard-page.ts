import { definePage, noIndex } from '../page/index.ts'
import type { DashboardModel } from './dashboard-model.ts'

export const dashboardPage = definePage({
  name: 'dashboard',
  head: (_: DashboardModel) => ({ title: 'Dashboard · Corroborate', meta: noIndex }),
  islands: 'watches/islands.tsx',
  scriptBudget: 75_000,
})
