import { definePage, markup, noIndex } from '../../../kit/page/index.ts'
import type { ConsentPage } from './ConsentPage.tsx'

/** The page at `/oauth/authorize`. What it shows comes from the provider, in the browser: what is asked is in its query. */
export type ConsentPageModel = { title: string }

export const consentPage = definePage({
  name: 'consent',
  component: markup<typeof ConsentPage>('accounts/sign-in/pages/ConsentPage.tsx'),
  head: ({ title }: ConsentPageModel) => ({ title: `${title} · Corroborate`, meta: noIndex }),
  islands: 'accounts/sign-in/islands.tsx',
  scriptBudget: 5_600,
  islandBudget: 5_000,
})
