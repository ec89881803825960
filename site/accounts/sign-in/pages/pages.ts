import { definePage, markup } from '../../../kit/page/define-page.ts'
import { noIndex } from '../../../kit/page/head.ts'
import type { AccountPage } from './AccountPage.tsx'
import type { AuthenticatePage } from './AuthenticatePage.tsx'
import type { ConsentPage } from './ConsentPage.tsx'
import type { LoginPage } from './LoginPage.tsx'
import type { LogoutPage } from './LogoutPage.tsx'
import type { AuthenticatePageModel, ConsentPageModel, LoginPageModel, LogoutPageModel } from './models.ts'

export const authenticatePage = definePage({
  name: 'authenticate',
  component: markup<typeof AuthenticatePage>('accounts/sign-in/pages/AuthenticatePage.tsx'),
  head: (_: AuthenticatePageModel) => ({ title: 'Log in · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
  holdsSecrets: true,
})

export const consentPage = definePage({
  name: 'consent',
  component: markup<typeof ConsentPage>('accounts/sign-in/pages/ConsentPage.tsx'),
  head: ({ title }: ConsentPageModel) => ({ title: `${title} · Corroborate`, meta: noIndex }),
  islands: 'accounts/sign-in/islands.tsx',
  scriptBudget: 5_600,
  islandBudget: 5_400,
})

export const loginPage = definePage({
  name: 'login',
  component: markup<typeof LoginPage>('accounts/sign-in/pages/LoginPage.tsx'),
  head: (_: LoginPageModel) => ({ title: 'Log in · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
  holdsSecrets: true,
})

export const logoutPage = definePage({
  name: 'logout',
  component: markup<typeof LogoutPage>('accounts/sign-in/pages/LogoutPage.tsx'),
  head: (_: LogoutPageModel) => ({ title: 'Log out · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
})

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
