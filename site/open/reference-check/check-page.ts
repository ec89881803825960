import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { CheckPage } from './CheckPage.tsx'
import type { CheckPageModel } from './model.ts'

export const checkPage = definePage({
  name: 'check',
  component: markup<typeof CheckPage>('open/reference-check/CheckPage.tsx'),
  head: (_: CheckPageModel, origin) => ({
    title: 'Check your references · Corroborate',
    description: 'See which references were retracted, corrected or failed to replicate. Nothing is stored.',
    canonical: `${origin}${paths.check}`,
  }),
  islands: 'open/reference-check/islands.tsx',
  styles: 'kit/browser/styles/for-checks.css',
  scriptBudget: 5_600,
  islandBudget: 7_700,
})
