import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { ApiPage } from './ApiPage.tsx'
import type { ApiPageModel } from './api-page-model.ts'

export const apiPage = definePage({
  name: 'api',
  component: markup<typeof ApiPage>('open/api-page/ApiPage.tsx'),
  head: ({ document }: ApiPageModel, origin) => ({
    title: 'For programs · Corroborate',
    description: 'What is known about scientific papers, for programs: an open API without a key, with examples.',
    canonical: `${origin}${paths.api}`,
    links: [{ rel: 'service-desc', href: document, type: 'application/json' }],
  }),
  islands: null,
  styles: 'kit/browser/styles/for-programs.css',
  scriptBudget: 5_100,
})
