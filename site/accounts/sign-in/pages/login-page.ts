import { definePage, markup, noIndex } from '../../../kit/page/index.ts'
import type { LoginPage } from './LoginPage.tsx'
import type { LoginPageModel } from './models.ts'

export const loginPage = definePage({
  name: 'login',
  component: markup<typeof LoginPage>('accounts/sign-in/pages/LoginPage.tsx'),
  head: (_: LoginPageModel) => ({ title: 'Log in · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
  holdsSecrets: true,
})
