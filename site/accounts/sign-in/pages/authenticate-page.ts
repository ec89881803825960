import { definePage, markup, noIndex } from '../../../kit/page/index.ts'
import type { AuthenticatePage } from './AuthenticatePage.tsx'
import type { AuthenticatePageModel } from './models.ts'

export const authenticatePage = definePage({
  name: 'authenticate',
  component: markup<typeof AuthenticatePage>('accounts/sign-in/pages/AuthenticatePage.tsx'),
  head: (_: AuthenticatePageModel) => ({ title: 'Log in · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 5_100,
  holdsSecrets: true,
})
