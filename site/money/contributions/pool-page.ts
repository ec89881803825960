import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { PoolPageModel } from './model.ts'
import type { PoolPage } from './PoolPage.tsx'

export const poolPage = definePage({
  name: 'pool',
  component: markup<typeof PoolPage>('money/contributions/PoolPage.tsx'),
  head: (_: PoolPageModel, origin) => ({
    title: 'The pool for reproductions · Corroborate',
    description:
      'The pool funds reproductions of papers without a bounty of their own: its balance and how it is used.',
    canonical: `${origin}${paths.pool}`,
  }),
  islands: 'money/contributions/islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_600,
  islandBudget: 2_500,
})
