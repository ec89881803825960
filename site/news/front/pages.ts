import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { RecentPageModel, WantedPageModel } from './models.ts'
import type { RecentPage } from './RecentPage.tsx'
import type { WantedPage } from './WantedPage.tsx'

const atom = 'application/atom+xml'

/** Recent updates. */
export const recentPage = definePage({
  name: 'recent',
  component: markup<typeof RecentPage>('news/front/RecentPage.tsx'),
  head: ({ kind, title, feed, isLater }: RecentPageModel, origin) => ({
    title: `${title} · Corroborate`,
    description: 'Retractions, corrections, replications, community reports and notes, newest first.',
    canonical: origin + paths.recent(kind),
    links: [{ rel: 'alternate', href: origin + feed, type: atom, title }],
    ...(isLater && { meta: noIndex }),
  }),
  islands: null,
  scriptBudget: 5_100,
})

/** Papers that people want reproduced. */
export const wantedPage = definePage({
  name: 'wanted',
  component: markup<typeof WantedPage>('news/front/WantedPage.tsx'),
  head: ({ kind, isLater }: WantedPageModel, origin) => ({
    title: 'Replications wanted · Corroborate',
    description: 'Papers that people watch or offer a bounty for, and who has claimed their reproduction.',
    canonical: origin + paths.wanted(kind),
    links: [{ rel: 'alternate', href: origin + paths.feed('claims'), type: atom, title: 'Claimed reproductions' }],
    ...(isLater && { meta: noIndex }),
  }),
  islands: null,
  scriptBudget: 5_100,
})
