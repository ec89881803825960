import { definePage, noIndex } from '../../../kit/page/index.ts'
import type { LoginPageModel } from './models.ts'

export const loginPage = definePage({
  name: 'login',
  head: (_: LoginPageModel) => ({ title: 'Log in · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 3_000,
  holdsSecrets: true,
})
