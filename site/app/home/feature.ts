import { paths, storedDoi } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import { frontReader, type WithOffers } from '../../news/front/pages.ts'
import type { ActivityTables } from '../../paper/activity/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { examples } from './examples.ts'
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

/** The home page: a field to find a paper, and the latest of every list. */
export const homeFeature = defineFeature<ActivityTables, NoJobs, WithPapers & WithOffers>()({
  pages: [homePage],
  open: ({ db, papers, offers, pages }) => {
    const readFront = frontReader(db, papers.summaries, offers)
    const exampleDois = examples.map(({ doi }) => storedDoi(doi))
    const keys = [cacheKeys.lists]
    return {
      routes: { [paths.home]: { GET: c => pages.showToAll(c, homePage, () => readFront(exampleDois), { keys }) } },
    }
  },
})
