import { paths } from '../../kit/doi/index.ts'
import { definePage } from '../../kit/page/index.ts'
import type { MonthCounts } from './counts.ts'

export type ModerationPageModel = { months: readonly MonthCounts[] }

/** How notes and reports were decided, in numbers, for everybody. */
export const moderationPage = definePage({
  name: 'moderation',
  head: (_: ModerationPageModel, origin) => ({
    title: 'How notes and reports are moderated · Corroborate',
    description: 'How many community notes and reproduction reports were approved and refused, by month and reason.',
    canonical: `${origin}${paths.moderation}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 3_000,
})
