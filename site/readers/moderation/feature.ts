import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { createModerationCalls } from './calls.ts'
import { moderatePage } from './moderate-page.ts'
import type { WithModeration } from './moderated.ts'
import { moderationPage } from './moderation-page.ts'
import { exportDecisions, forgetPerson, moveWriter } from './people.ts'
import { blocksMigration, type ModerationTables, moderationMigration } from './store.ts'

const limits = {
  /** Decisions of one moderator. */
  moderate: { points: 1_200, perSeconds: 60 },
} as const

/** What waits for a moderator, who decides about it, and what was decided. */
export const moderationFeature = defineFeature<ModerationTables & SignInTables, NoJobs, WithPapers & WithModeration>()({
  migrations: [moderationMigration, blocksMigration],
  limits,
  pages: [moderatePage, moderationPage],
  moveToAccount: moveWriter,
  deleteAccount: forgetPerson,
  exportOf: exportDecisions,
  open: ({ settings, db, people, papers, pages, limits, moderated, now }) => {
    const calls = createModerationCalls({
      db,
      kinds: moderated,
      people,
      facts: papers.facts,
      pages,
      limits,
      origin: settings.site.origin,
      now,
    })
    return {
      routes: {
        [paths.moderate()]: { GET: calls.page, POST: calls.decideMany },
        [paths.moderation]: { GET: calls.counts },
        [paths.moderateComments]: { POST: calls.decideComment },
        [paths.moderateReports]: { POST: calls.decideReport },
        [paths.moderateContributions]: { POST: calls.decideContribution },
      },
    }
  },
})
