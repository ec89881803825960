import { paths } from '../../kit/doi/index.ts'
import { definePage } from '../../kit/page/index.ts'
import type { PoolPageModel } from './model.ts'

export const poolPage = definePage({
  name: 'pool',
  head: (_: PoolPageModel, origin) => ({
    title: 'The pool for reproductions · Corroborate',
    description: 'Money for the reproduction of papers that nobody has paid for yet: what is in it, and where it goes.',
    canonical: `${origin}${paths.pool}`,
  }),
  islands: 'money/contributions/islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 16_000,
})
