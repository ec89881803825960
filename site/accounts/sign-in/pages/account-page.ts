import { definePage, noIndex } from '../../../kit/page/index.ts'

/** The page at `/account`. What it shows comes from the provider, in the browser. */
export type AccountPageModel = Record<never, never>

export const accountPage = definePage({
  name: 'account',
  head: (_: AccountPageModel) => ({ title: 'Your account · Corroborate', meta: noIndex }),
  islands: 'accounts/sign-in/islands.tsx',
  scriptBudget: 30_000,
})
