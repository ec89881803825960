import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { StatusPage } from './StatusPage.tsx'
import type { StatusPageModel } from './status-model.ts'

export const statusPage = definePage({
  name: 'status',
  component: markup<typeof StatusPage>('paper/sources/StatusPage.tsx'),
  head: (_: StatusPageModel, origin) => ({
    title: 'Data sources · Corroborate',
    description:
      'Where retractions, corrections and replications come from, when each source was last synced, and how many records it has.',
    canonical: `${origin}${paths.status}`,
  }),
  islands: null,
  scriptBudget: 5_100,
})
