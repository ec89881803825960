import { definePage, markup } from '../../kit/page/index.ts'
import { paperHead } from './head.ts'
import type { PaperPage } from './PaperPage.tsx'

export const paperPage = definePage({
  name: 'paper',
  component: markup<typeof PaperPage>('paper/papers/PaperPage.tsx'),
  head: paperHead,
  islands: 'app/browser/paper-islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 5_800,
  islandBudget: 8_500,
})
