import { definePage, markup, noIndex } from '../../kit/page/index.ts'
import type { ModeratePage } from './ModeratePage.tsx'
import type { ModeratePageModel } from './model.ts'

export const moderatePage = definePage({
  name: 'moderate',
  component: markup<typeof ModeratePage>('readers/moderation/ModeratePage.tsx'),
  head: ({ view }: ModeratePageModel) => ({
    title: view === 'waiting' ? 'Moderate · Corroborate' : 'Decisions · Corroborate',
    meta: noIndex,
  }),
  islands: 'readers/moderation/islands.tsx',
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 8_100,
})
