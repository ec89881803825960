import { definePage } from '../../kit/page/index.ts'
import { paperHead } from './head.ts'

export const paperPage = definePage({
  name: 'paper',
  head: paperHead,
  islands: 'paper/papers/islands.tsx',
  styles: 'kit/browser/styles/for-money.css',
  scriptBudget: 30_000,
})
