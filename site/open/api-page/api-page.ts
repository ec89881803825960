import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { ApiPage } from './ApiPage.tsx'
import type { ApiPageModel } from './api-page-model.ts'

export const apiPage = definePage({
  name: 'api',
  component: markup<typeof ApiPage>('open/api-page/ApiPage.tsx'),
  head: ({ document }: ApiPageModel, origin) => ({
    title: 'API · Corroborate',
    description:
      'A free JSON API for the status of scientific papers: retractions, corrections, replications and reports. No key required.',
    canonical: `${origin}${paths.api}`,
    links: [{ rel: 'service-desc', href: document, type: 'application/json' }],
  }),
  islands: null,
  styles: 'kit/browser/styles/for-api.css',
  scriptBudget: 5_100,
})
