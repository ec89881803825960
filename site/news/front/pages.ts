import { paths } from '../../kit/doi/index.ts'
import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { RecentPageModel, WantedPageModel } from './models.ts'
import type { RecentPage } from './RecentPage.tsx'
import type { WantedPage } from './WantedPage.tsx'

const atom = 'application/atom+xml'

/** What happened to papers recently. */
export const recentPage = definePage({
  name: 'recent',
  component: markup<typeof RecentPage>('news/front/RecentPage.tsx'),
  head: ({ kind, title, feed, isLater }: RecentPageModel, origin) => ({
    title: `${title} · Corroborate`,
    description:
      'Corrections, retractions, replications, approved reports and notes: what happened to papers recently.',
    canonical: origin + paths.recent(kind),
    links: [{ rel: 'alternate', href: origin + feed, type: atom, title }],
    ...(isLater && { meta: noIndex }),
  }),
  islands: null,
  scriptBudget: 5_100,
})

/** Papers that people want to know more about. */
export const wantedPage = definePage({
  name: 'wanted',
  component: markup<typeof WantedPage>('news/front/WantedPage.tsx'),
  head: ({ kind, isLater }: WantedPageModel, origin) => ({
    title: 'Papers wanted · Corroborate',
    description: 'Papers that people watch and want to see reproduced, and whether somebody is at work on them.',
    canonical: origin + paths.wanted(kind),
    links: [
      { rel: 'alternate', href: origin + paths.feed('claims'), type: atom, title: 'Claims to reproduce a paper' },
    ],
    ...(isLater && { meta: noIndex }),
  }),
  islands: null,
  scriptBudget: 5_100,
})
