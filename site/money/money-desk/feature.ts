import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import type { z } from 'zod'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type Handler } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import type { People } from '../../kit/people/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import { requireModerator } from '../../readers/moderation/index.ts'
import { type ProposalTables, proposalMigration, unnamedPartsMigration, unnameProposals } from '../awards/index.ts'
import { forgetActor, type MoneyLogTables, moneyLogMigration, readActs } from '../money-log/store.ts'
import type { WithStripe } from '../stripe/open-stripe.ts'
import type { MoneyDeskModel, MoneyDeskTables } from './database.ts'
import type { MoneyDeskPage } from './MoneyDeskPage.tsx'
import { createNight, type NightJobs } from './night.ts'
import {
  type ActOptions,
  type ActOutcome,
  type DoneWord,
  decisionBody,
  deskBody,
  payoutBody,
  performAct,
  performDecision,
  performPayout,
  type Refusal,
} from './perform-acts.ts'
import { type DeskSources, readDesk } from './read-desk.ts'
import { reconcileMigration } from './tables.ts'

const moneyDeskPage = definePage({
  name: 'money-desk',
  component: markup<typeof MoneyDeskPage>('money/money-desk/MoneyDeskPage.tsx'),
  head: (_: MoneyDeskModel) => ({ title: 'Money · Corroborate', meta: noIndex }),
  islands: null,
  styles: 'kit/browser/styles/for-moderators.css',
  scriptBudget: 5_100,
})

type CallsOptions = ActOptions &
  DeskSources & {
    people: Pick<People, 'sessionNow'>
    pages: Pick<Pages, 'show'>
    limits: Pick<Limits<'decideMoney'>, 'require'>
  }

const noTopUp: MoneyDeskModel['topUp'] = { doi: '', amount: '', why: '' }

const done: Readonly<Record<DoneWord, string>> = {
  proposed: 'Proposed. Money moves when another moderator confirms it.',
  confirmed: 'Confirmed and booked.',
  rejected: 'Rejected. No money moved.',
  paid: 'Marked as paid.',
  again: 'The payout will be retried.',
  asked: 'Reconciliation started. Reload in a moment to see the result.',
}
const isDoneWord = (word: string): word is DoneWord => Object.hasOwn(done, word)

/** Routes of `/moderate/money`. Every action requires the role and is logged with its author and reason. */
const createMoneyDeskCalls = (options: CallsOptions) => {
  const { people, pages, limits } = options

  const show = async (
    c: HttpContext,
    moderator: string,
    said: Pick<MoneyDeskModel, 'notice'> & Partial<Pick<MoneyDeskModel, 'topUp'>>,
    status: 200 | Refusal['status'] = 200,
  ) => {
    const model = { ...(await readDesk(options, moderator)), topUp: noTopUp, ...said }
    return pages.show(c, moneyDeskPage, model, status)
  }

  /** Shows a rejection above the page with the current state, or returns it as JSON. */
  const answer = (c: HttpContext, moderator: string, outcome: ActOutcome): Response | Promise<Response> => {
    const byForm = isFormPost(c) && wantsPage(c)
    if (outcome.kind === 'done') {
      c.header('Cache-Control', 'no-store')
      return byForm ? c.redirect(paths.moderateMoney(outcome.what), 303) : c.json(outcome.json)
    }
    const { status, sentence, topUp = noTopUp } = outcome
    if (!byForm) throw new HttpProblem(status, sentence)
    return show(c, moderator, { notice: { kind: 'problem', sentence }, topUp }, status)
  }

  /** A call that a moderator sends: the role, the body, the limit, the act, and its outcome. */
  const taking =
    <Body extends z.ZodType>(
      schema: Body,
      perform: (moderator: string, body: z.output<Body>, id: string) => Promise<ActOutcome>,
    ): Handler =>
    async c => {
      const { key } = await requireModerator(c, people)
      const body = await readBody(c, schema)
      await limits.require('decideMoney', key)
      return answer(c, key, await perform(key, body, c.req.param('id') ?? ''))
    }

  const page: Handler = async c => {
    const { key } = await requireModerator(c, people)
    const word = c.req.query('done') ?? ''
    return show(c, key, { notice: isDoneWord(word) ? { kind: 'done', sentence: done[word] } : null })
  }

  return {
    page,
    /** `POST /moderate/money` */
    act: taking(deskBody, (moderator, body) => performAct(options, moderator, body)),
    /** `POST /moderate/money/proposal/{id}` */
    decide: taking(decisionBody, (moderator, body, id) => performDecision(options, moderator, id, body)),
    /** `POST /moderate/money/payout/{id}` */
    payout: taking(payoutBody, (moderator, body, id) => performPayout(options, moderator, id, body)),
  }
}

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
