import { definePage, markup, noIndex } from '../../../kit/page/index.ts'
import type { ConsentPage } from './ConsentPage.tsx'
import type { ConsentPageModel } from './models.ts'

export const consentPage = definePage({
  name: 'consent',
  component: markup<typeof ConsentPage>('accounts/sign-in/pages/ConsentPage.tsx'),
  head: ({ title }: ConsentPageModel) => ({ title: `${title} · Corroborate`, meta: noIndex }),
  islands: 'accounts/sign-in/islands.tsx',
  scriptBudget: 5_600,
  islandBudget: 5_400,
})
