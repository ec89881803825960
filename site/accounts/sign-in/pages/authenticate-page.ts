import { definePage, noIndex } from '../../../kit/page/index.ts'
import type { AuthenticatePageModel } from './models.ts'

export const authenticatePage = definePage({
  name: 'authenticate',
  head: (_: AuthenticatePageModel) => ({ title: 'Log in · Corroborate', meta: noIndex }),
  islands: null,
  scriptBudget: 3_000,
  holdsSecrets: true,
})
