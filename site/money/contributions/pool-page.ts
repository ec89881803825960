import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { PoolPageModel } from './model.ts'
import type { PoolPage } from './PoolPage.tsx'

export const poolPage = definePage({
  name: 'pool',
  component: markup<typeof PoolPage>('money/contributions/PoolPage.tsx'),
  head: (_: PoolPageModel, origin) => ({
    title: 'The pool for reproductions · Corroborate',
    description: 'Money for the reproduction of papers that nobody has paid for yet: what is in it, and where it goes.',
    canonical: `${origin}${paths.pool}`,
  }),
  islands: 'money/contributions/islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_600,
  islandBudget: 2_500,
})
