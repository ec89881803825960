import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, isFormPost, readBody, wantsPage } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import type { Handler } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import type { People } from '../../kit/people/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { requireModerator } from '../../readers/moderation/index.ts'
import { cleanText } from '../../readers/written-text/index.ts'
import { type AwardTables, decideProposal, propose, proposeWithdrawal } from '../awards/index.ts'
import { logAct, type MoneyLogTables } from '../money-log/index.ts'
import { markDone, type PayoutOutcome, payAgain, planSend, type SettleTables } from '../payouts/index.ts'
import { decisionBody, deskBody, payoutBody, readAward, readTopUp } from './bodies.ts'
import type { MoneyDeskTables } from './database.ts'
import type { MoneyDeskModel } from './model.ts'
import { moneyDeskPage } from './money-desk-page.ts'
import type { NightJobs } from './night.ts'
import { createReadDesk } from './read-desk.ts'

type CallsOptions = {
  db: Kysely<MoneyDeskTables>
  people: Pick<People, 'sessionNow'>
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'decideMoney'>, 'require'>
  summaries: ReadSummaries
  currency: string
  isSandbox: boolean
  now: () => number
}

const noTopUp: MoneyDeskModel['topUp'] = { doi: '', amount: '', why: '' }

const done: Readonly<Record<string, string>> = {
  proposed: 'Proposed. Money moves when another moderator confirms it.',
  confirmed: 'Confirmed: it is booked.',
  rejected: 'Rejected: nothing has moved.',
  paid: 'Noted as paid.',
  again: 'It will be paid again.',
  asked: 'The books are being compared with Stripe’s list. Load this page again in a moment.',
}

/** `/moderate/money`: every act asks for the role first, and is logged with who and why. */
export const createMoneyDeskCalls = (options: CallsOptions) => {
  const { db, people, pages, limits, currency, now } = options
  const readDesk = createReadDesk(options)
  const awards = db.$pickTables<keyof AwardTables>()
  const settle = db.$pickTables<keyof SettleTables>()

  const show = async (
    c: HttpContext,
    moderator: string,
    said: Pick<MoneyDeskModel, 'notice'> & Partial<Pick<MoneyDeskModel, 'topUp'>>,
    status: 200 | 400 | 403 | 404 | 409 = 200,
  ) => {
    const answer = await pages.show(
      c,
      moneyDeskPage,
      { ...(await readDesk(moderator)), topUp: noTopUp, ...said },
      status,
    )
    answer.headers.set('Cache-Control', 'no-store')
    return answer
  }

  const page: Handler = async c => {
    const { key } = await requireModerator(c, people)
    const sentence = done[c.req.query('done') ?? '']
    return show(c, key, { notice: sentence === undefined ? null : { kind: 'done', sentence } })
  }

  /** What cannot be done is said above the page, which shows how things stand now; or as JSON. */
  const refuse = (
    c: HttpContext,
    moderator: string,
    {
      status,
      sentence,
      topUp = noTopUp,
    }: { status: 400 | 403 | 404 | 409; sentence: string; topUp?: MoneyDeskModel['topUp'] },
  ) => {
    if (!(isFormPost(c) && wantsPage(c)))
      throw new HttpProblem(status, sentence, status === 400 ? { kind: 'invalid-input' } : {})
    return show(c, moderator, { notice: { kind: 'problem', sentence }, topUp }, status)
  }

  const answer = (c: HttpContext, what: keyof typeof done, json: object) => {
    c.header('Cache-Control', 'no-store')
    return isFormPost(c) && wantsPage(c) ? c.redirect(paths.moderateMoney(what), 303) : c.json(json)
  }

  /** `POST /moderate/money`: proposes an award, a top-up or to take an award back, or has the books compared. */
  const act: Handler = async c => {
    const { key } = await requireModerator(c, people)
    const body = await readBody(c, deskBody)
    await limits.require('decideMoney', key)
    if (body.act === 'reconcile') {
      await runTransaction(db, async tx => {
        await enqueueJob(
          tx.$pickTables<'outbox'>(),
          { kind: 'money.reconcile' satisfies keyof NightJobs, payload: {} },
          now(),
        )
        const asked = {
          actor: key,
          act: 'reconcile',
          about: 'stripe',
          doi: null,
          why: null,
          words: 'the books with Stripe',
        } as const
        await logAct(tx.$pickTables<keyof MoneyLogTables>(), asked, now())
      })
      return answer(c, 'asked', { status: 'asked' })
    }
    const why = cleanText(body.why ?? '')
    if (body.act === 'withdrawal') return questionAward(c, key, { payout: body.payout ?? '', why })
    const topUp = body.act === 'top-up' ? { doi: body.doi ?? '', amount: body.amount ?? '', why } : noTopUp
    const read = body.act === 'award' ? readAward(body) : readTopUp(body, currency)
    if (read.kind === 'problem') return refuse(c, key, { status: 400, sentence: read.sentence, topUp })
    if (why === '') return refuse(c, key, { status: 400, sentence: 'Say why: it is kept with the decision.', topUp })
    const parts = read.kind === 'award' ? read.parts : []
    const { doi, money, kind } = read
    const made = await propose(awards, { kind, doi, money, parts, why, moderator: key }, now())
    if (made.kind !== 'proposed')
      return refuse(c, key, { status: made.kind === 'forbidden' ? 403 : 409, sentence: made.sentence, topUp })
    return answer(c, 'proposed', { id: made.id, version: 1, state: 'waiting' })
  }

  /** Proposes to take an award back. */
  const questionAward = async (c: HttpContext, moderator: string, { payout, why }: { payout: string; why: string }) => {
    if (why === '') return refuse(c, moderator, { status: 400, sentence: 'Say why: the reporter is told.' })
    const made = await proposeWithdrawal(awards, { payout, why, moderator }, now())
    if (made.kind === 'proposed') return answer(c, 'proposed', { id: made.id, version: 1, state: 'waiting' })
    if (made.kind === 'unknown') return refuse(c, moderator, { status: 404, sentence: 'There is no such award.' })
    return refuse(c, moderator, { status: made.kind === 'forbidden' ? 403 : 409, sentence: made.sentence })
  }

  /** `POST /moderate/money/proposal/{id}`: confirms, rejects or takes back. */
  const decide: Handler = async c => {
    const { key } = await requireModerator(c, people)
    const { action, version, reason: typed } = await readBody(c, decisionBody)
    await limits.require('decideMoney', key)
    const reason = cleanText(typed ?? '')
    if (action !== 'confirm' && reason === '')
      return refuse(c, key, { status: 400, sentence: 'Say why: it is kept with the decision.' })
    const id = c.req.param('id') ?? ''
    const decision = { id, action, moderator: key, version, reason: action === 'confirm' ? null : reason }
    const outcome = await decideProposal(awards, decision, now())
    if (outcome.kind === 'unknown') return refuse(c, key, { status: 404, sentence: 'There is no such proposal.' })
    if ('sentence' in outcome)
      return refuse(c, key, { status: outcome.kind === 'forbidden' ? 403 : 409, sentence: outcome.sentence })
    const { state, version: next } = outcome
    return answer(c, state === 'confirmed' ? 'confirmed' : 'rejected', { id, state, version: next })
  }

  /** `POST /moderate/money/payout/{id}`: notes that it was paid by hand, or lets it be tried again. */
  const payout: Handler = async c => {
    const { key } = await requireModerator(c, people)
    const body = await readBody(c, payoutBody)
    await limits.require('decideMoney', key)
    const id = c.req.param('id') ?? ''
    const why = cleanText(body.why ?? '') || null
    const reference = cleanText(body.reference ?? '')
    if (body.action === 'done' && reference === '')
      return refuse(c, key, { status: 400, sentence: 'Give the reference of the payment: it is kept in the log.' })
    const outcome = await runTransaction(settle, async tx => {
      if (body.action === 'done') return markDone(tx, { payout: id, actor: key, why, reference }, now())
      const again = await payAgain(tx, { payout: id, actor: key, why }, now())
      if (again === 'done') await planSend(tx.$pickTables<keyof OutboxTables>(), id, now())
      return again
    })
    const refusal = refusals[outcome]
    if (refusal !== null) return refuse(c, key, refusal)
    return answer(c, body.action === 'done' ? 'paid' : 'again', { id, status: outcome })
  }

  return { page, act, decide, payout }
}

const refusals: Readonly<Record<PayoutOutcome, { status: 403 | 404 | 409; sentence: string } | null>> = {
  done: null,
  repeated: null,
  own: { status: 403, sentence: 'This is your own award: somebody else has to note that it was paid.' },
  unknown: { status: 404, sentence: 'There is no such award.' },
  changed: {
    status: 409,
    sentence: 'This award has changed since you looked: it is paid, on its way, or back in its bounty.',
  },
}
