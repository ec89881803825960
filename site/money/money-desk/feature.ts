import { paths } from '../../kit/doi/index.ts'
import { defineFeature } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { type ProposalTables, proposalMigration, unnamedPartsMigration, unnameProposals } from '../awards/index.ts'
import { forgetActor, type MoneyLogTables, moneyLogMigration, readActs } from '../money-log/index.ts'
import type { WithStripe } from '../stripe/index.ts'
import { createMoneyDeskCalls } from './calls.ts'
import type { MoneyDeskTables } from './database.ts'
import { moneyDeskPage } from './money-desk-page.ts'
import { createNight, type NightJobs } from './night.ts'
import { reconcileMigration } from './tables.ts'

const limits = {
  /** Decisions of one moderator about money. */
  decideMoney: { points: 300, perSeconds: 60 * 60 },
} as const

/** Dashboard of the money moderators: pending proposals, due payouts and nightly jobs. */
export const moneyDeskFeature = defineFeature<MoneyDeskTables, NightJobs, WithStripe & WithPapers>()({
  migrations: [moneyLogMigration, proposalMigration, reconcileMigration, unnamedPartsMigration],
  limits,
  pages: [moneyDeskPage],
  moveToAccount: null,
  // Decisions are anonymized. Pending proposals can then only be rejected.
  deleteAccount: async (tx, { key, upTo }) => {
    if (upTo !== null) return
    await unnameProposals(tx.$pickTables<keyof ProposalTables>(), key)
    await forgetActor(tx.$pickTables<keyof MoneyLogTables>(), key)
  },
  exportOf: async (db, { key }) => {
    const acts = await readActs(db.$pickTables<keyof MoneyLogTables>(), { limit: 10_000, account: key })
    return {
      money_acts: acts.map(({ at, act, doi, why, words }) => ({
        at: new Date(at).toISOString(),
        act,
        doi,
        why,
        words,
      })),
    }
  },
  open: ({ settings, db, stripe, people, papers, pages, limits, now }) => {
    const { origin } = settings.site
    const { currency } = settings.contributions
    const calls = createMoneyDeskCalls({
      db,
      people,
      pages,
      limits,
      summaries: papers.summaries,
      currency,
      isSandbox: stripe?.isSandbox ?? false,
      now,
    })
    return {
      jobs: createNight({ db, stripe, origin, now }),
      routes: {
        [paths.moderateMoney()]: { GET: calls.page, POST: calls.act },
        [paths.moderateProposals]: { POST: calls.decide },
        [paths.moderatePayouts]: { POST: calls.payout },
      },
    }
  },
})
