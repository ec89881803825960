import { definePage } from '../page/index.ts'
import { paperHead } from './head.ts'

export const paperPage = definePage({
  name: 'paper',
  head: paperHead,
  islands: 'papers/islands.tsx',
  scriptBudget: 30_000,
})
