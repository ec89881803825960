import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { StatusPage } from './StatusPage.tsx'
import type { StatusPageModel } from './status-model.ts'

export const statusPage = definePage({
  name: 'status',
  component: markup<typeof StatusPage>('paper/sources/StatusPage.tsx'),
  head: (_: StatusPageModel, origin) => ({
    title: 'How fresh is what we know? · Corroborate',
    description:
      'When each source of corrections, retractions and replications was asked last, and to when it reaches.',
    canonical: `${origin}${paths.status}`,
  }),
  islands: null,
  scriptBudget: 5_100,
})
