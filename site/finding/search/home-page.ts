import { paths } from '../../kit/doi/index.ts'
import { definePage } from '../../kit/page/index.ts'
import type { HomePageModel } from './models.ts'

export const homePage = definePage({
  name: 'home',
  head: (_: HomePageModel, origin) => ({
    title: 'Corroborate: does this paper hold?',
    description:
      'Find any scientific paper and see what is known about whether it holds: replications, corrections, retractions and what readers say.',
    canonical: `${origin}/`,
    links: [
      {
        rel: 'alternate',
        href: `${origin}${paths.feed('all')}`,
        type: 'application/atom+xml',
        title: 'What happened to papers',
      },
    ],
  }),
  islands: 'finding/search/islands.tsx',
  scriptBudget: 20_000,
})
