import { definePage } from '../page/index.ts'
import { paperHead } from './head.ts'

export const paperPage = definePage({
  name: 'paper',
  head: paperHead,
  islands: 'papers/islands.tsx',
  styles: 'browser/styles/for-money.css',
  scriptBudget: 30_000,
})
