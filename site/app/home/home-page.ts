import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import type { HomePage } from './HomePage.tsx'
import type { HomePageModel } from './model.ts'

export const homePage = definePage({
  name: 'home',
  component: markup<typeof HomePage>('app/home/HomePage.tsx'),
  head: (_: HomePageModel, origin) => ({
    title: 'Corroborate: does this paper hold?',
    description:
      'Check any scientific paper for retractions, corrections and replications, and see readers’ votes and notes.',
    canonical: `${origin}/`,
    links: [
      {
        rel: 'alternate',
        href: `${origin}${paths.feed('all')}`,
        type: 'application/atom+xml',
        title: 'Recent updates',
      },
    ],
  }),
  islands: 'app/home/islands.tsx',
  scriptBudget: 5_600,
  islandBudget: 9_500,
})
