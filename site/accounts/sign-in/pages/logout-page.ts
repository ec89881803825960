import { definePage, markup, noIndex } from '../../../kit/page/index.ts'
import type { LogoutPage } from './LogoutPage.tsx'
import type { LogoutPageModel } from './models.ts'

export const logoutPage = definePage({
  name: 'logout',
  component: markup<typeof LogoutPage>('accounts/sign-in/pages/LogoutPage.tsx'),
  head: (_: LogoutPageModel) => ({ title: 'Log out · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
})
