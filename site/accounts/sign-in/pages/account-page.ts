import { definePage, markup, noIndex } from '../../../kit/page/index.ts'
import type { AccountPage } from './AccountPage.tsx'

/** Model of `/account`. Its content comes from the provider in the browser. */
export type AccountPageModel = Record<never, never>

export const accountPage = definePage({
  name: 'account',
  component: markup<typeof AccountPage>('accounts/sign-in/pages/AccountPage.tsx'),
  head: (_: AccountPageModel) => ({ title: 'Your account · Corroborate', meta: noIndex }),
  islands: 'accounts/sign-in/islands.tsx',
  scriptBudget: 5_600,
  islandBudget: 5_400,
})
