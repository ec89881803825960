import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import { createTitleOf, type WithPapers } from '../../paper/papers/index.ts'
import { createDecisionMailJob, type ModerationJobs } from './decision-mail.ts'
import type { DecisionTables } from './make-decision.ts'
import type { WithModeration } from './moderated.ts'
import { anonymizeModerator, exportDecisions, moveWriter } from './people.ts'
import { createModerationCalls, moderatePage, moderationPage } from './routes.ts'
import { blocksMigration, moderationMigration, secondLookMigration, toldMigration } from './store.ts'

const limits = {
  /** Decisions of one moderator. */
  moderate: { points: 1_200, perSeconds: 60 },
} as const

/** Moderation queue, decisions and their log. */
export const moderationFeature = defineFeature<
  DecisionTables & SignInTables,
  ModerationJobs,
  WithPapers & WithModeration
>()({
  migrations: [moderationMigration, blocksMigration, secondLookMigration, toldMigration],
  limits,
  pages: [moderatePage, moderationPage],
  moveToAccount: moveWriter,
  deleteAccount: anonymizeModerator,
  exportOf: exportDecisions,
  open: ({ settings, db, people, papers, pages, limits, moderated, mailer, now }) => {
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
      jobs: createDecisionMailJob({
        db,
        kinds: moderated,
        mailer,
        titleOf: createTitleOf(papers.facts),
        origin: settings.site.origin,
        contact: settings.site.contact,
      }),
      routes: {
        [paths.moderate()]: { GET: calls.page, POST: calls.decideMany },
        [paths.moderation]: { GET: calls.counts },
        [paths.moderateComments]: { POST: calls.decideComment },
        [paths.moderateReports]: { POST: calls.decideReport },
        [paths.moderateContributions]: { POST: calls.decideContribution },
        [paths.moderateProblems]: { POST: calls.decideProblem },
      },
    }
  },
})
