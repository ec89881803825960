import { definePage, noIndex } from '../page/index.ts'
import type { ModeratePageModel } from './model.ts'

export const moderatePage = definePage({
  name: 'moderate',
  head: ({ view }: ModeratePageModel) => ({
    title: view === 'waiting' ? 'Moderate · Corroborate' : 'Decisions · Corroborate',
    meta: noIndex,
  }),
  islands: 'moderation/islands.tsx',
  styles: 'browser/styles/for-moderators.css',
  scriptBudget: 5_000,
})
