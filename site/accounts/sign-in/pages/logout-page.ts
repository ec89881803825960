import { definePage, noIndex } from '../../../kit/page/index.ts'
import type { LogoutPageModel } from './models.ts'

export const logoutPage = definePage({
  name: 'logout',
  head: (_: LogoutPageModel) => ({ title: 'Log out · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 3_000,
})
