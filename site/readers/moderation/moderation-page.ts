import { paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/index.ts'
import type { ModerationPage } from './ModerationPage.tsx'
import type { ModerationPageModel } from './moderation-model.ts'

/** Public statistics of moderation decisions. */
export const moderationPage = definePage({
  name: 'moderation',
  component: markup<typeof ModerationPage>('readers/moderation/ModerationPage.tsx'),
  head: (_: ModerationPageModel, origin) => ({
    title: 'Moderation · Corroborate',
    description: 'Community notes and reproduction reports approved and rejected, by month and reason.',
    canonical: `${origin}${paths.moderation}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 5_100,
})
