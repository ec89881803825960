import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import { cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type AwardTables, decideProposal, propose, proposeWithdrawal, type Refused } from '../awards/index.ts'
import { logAct, type MoneyLogTables } from '../money-log/index.ts'
import { groundInWords, markDone, type PayoutOutcome, payAgain, planSend, type SettleTables } from '../payouts/index.ts'
import { type decisionBody, type deskBody, type payoutBody, readAward, readTopUp } from './bodies.ts'
import type { MoneyDeskTables } from './database.ts'
import type { MoneyDeskModel } from './model.ts'
import type { NightJobs } from './night.ts'

export type ActOptions = {
  db: Kysely<MoneyDeskTables>
  /** The site's own, in which top-ups are typed. */
  currency: string
  now: () => number
}

/** Completed action: `what` for the page's query, `json` for the API. */
export type Done = { kind: 'done'; what: DoneWord; json: object }
export type DoneWord = 'proposed' | 'confirmed' | 'rejected' | 'paid' | 'again' | 'asked'

/** Rejected action. `topUp`: form input to redisplay. */
export type Refusal = {
  kind: 'refused'
  status: 400 | 403 | 404 | 409
  sentence: string
  topUp?: MoneyDeskModel['topUp']
}

export type ActOutcome = Done | Refusal

const refused = (status: Refusal['status'], sentence: string): Refusal => ({ kind: 'refused', status, sentence })
const notDone = ({ kind, sentence }: Refused): Refusal => refused(kind === 'forbidden' ? 403 : 409, sentence)
const proposed = (id: string): Done => ({ kind: 'done', what: 'proposed', json: { id, version: 1, state: 'waiting' } })
const sayWhy = 'Enter a reason. It is logged with the decision.'

/** Executes an action of the dashboard's forms: proposes an award, a top-up or a withdrawal, or reconciles the ledger. */
export const performAct = async (
  options: ActOptions,
  moderator: string,
  body: z.output<typeof deskBody>,
): Promise<ActOutcome> => {
  if (body.act === 'reconcile') return askToReconcile(options, moderator)
  const why = cleanText(body.why ?? '')
  if (body.act === 'withdrawal') return questionAward(options, moderator, { payout: body.payout ?? '', why })
  const outcome = await proposeMove(options, moderator, body, why)
  if (outcome.kind === 'done' || body.act !== 'top-up') return outcome
  return { ...outcome, topUp: { doi: body.doi ?? '', amount: body.amount ?? '', why } }
}

const proposeMove = async (
  { db, currency, now }: ActOptions,
  moderator: string,
  body: z.output<typeof deskBody>,
  why: string,
): Promise<ActOutcome> => {
  const read = body.act === 'award' ? readAward(body) : readTopUp(body, currency)
  if (read.kind === 'problem') return refused(400, read.sentence)
  if (why === '') return refused(400, sayWhy)
  const { kind, doi, money } = read
  const parts = read.kind === 'award' ? read.parts : []
  const awards = db.$pickTables<keyof AwardTables>()
  const made = await propose(awards, { kind, doi, money, parts, why, moderator }, now())
  return made.kind === 'proposed' ? proposed(made.id) : notDone(made)
}

const askToReconcile = ({ db, now }: ActOptions, moderator: string): Promise<Done> =>
  runTransaction(db, async tx => {
    const job = { kind: 'money.reconcile' satisfies keyof NightJobs, payload: {} }
    await enqueueJob(tx.$pickTables<'outbox'>(), job, now())
    const what = { act: 'reconcile', about: 'stripe', doi: null, why: null, words: 'the books with Stripe' } as const
    await logAct(tx.$pickTables<keyof MoneyLogTables>(), { actor: moderator, ...what }, now())
    return { kind: 'done', what: 'asked', json: { status: 'asked' } }
  })

const questionAward = async (
  { db, now }: ActOptions,
  moderator: string,
  { payout, why }: { payout: string; why: string },
): Promise<ActOutcome> => {
  if (why === '') return refused(400, 'Enter a reason. It is emailed to the reporter.')
  const made = await proposeWithdrawal(db.$pickTables<keyof AwardTables>(), { payout, why, moderator }, now())
  if (made.kind === 'proposed') return proposed(made.id)
  return made.kind === 'unknown' ? refused(404, 'Award not found.') : notDone(made)
}

/** Confirms, rejects or takes back a proposal. */
export const performDecision = async (
  { db, now }: ActOptions,
  moderator: string,
  id: string,
  { action, version, reason: typed }: z.output<typeof decisionBody>,
): Promise<ActOutcome> => {
  const reason = cleanText(typed ?? '')
  if (action !== 'confirm' && reason === '') return refused(400, sayWhy)
  const decision = { id, action, moderator, version, reason: action === 'confirm' ? null : reason }
  const outcome = await decideProposal(db.$pickTables<keyof AwardTables>(), decision, now())
  if (outcome.kind === 'unknown') return refused(404, 'Proposal not found.')
  if ('sentence' in outcome) return notDone(outcome)
  const { state, version: next } = outcome
  const what = state === 'confirmed' ? 'confirmed' : 'rejected'
  return { kind: 'done', what, json: { id, state, version: next } }
}

/** Notes that a reporter was paid by hand, or has a payout that came back sent again. */
export const performPayout = async (
  { db, now }: ActOptions,
  moderator: string,
  id: string,
  { action, why: typed, reference: given }: z.output<typeof payoutBody>,
): Promise<ActOutcome> => {
  const why = cleanText(typed ?? '') || null
  const reference = cleanText(given ?? '')
  if (action === 'done' && reference === '') return refused(400, 'Enter the payment reference. It is logged.')
  const act = { payout: id, actor: moderator, why }
  const outcome = await runTransaction(db.$pickTables<keyof SettleTables>(), async tx => {
    if (action === 'done') return markDone(tx, { ...act, reference }, now())
    const again = await payAgain(tx, act, now())
    if (again === 'done') await planSend(tx.$pickTables<keyof OutboxTables>(), id, now())
    return again
  })
  return (
    refusals[outcome] ?? { kind: 'done', what: action === 'done' ? 'paid' : 'again', json: { id, status: outcome } }
  )
}

const refusals: Readonly<Record<PayoutOutcome, Refusal | null>> = {
  done: null,
  repeated: null,
  own: refused(403, 'This is your own award, so another moderator has to mark it as paid.'),
  unknown: refused(404, 'Award not found.'),
  'no-report': refused(409, groundInWords.report),
  'no-writer': refused(409, groundInWords.writer),
  changed: refused(
    409,
    'This award has changed in the meantime: it is paid, being paid or was returned to its bounty.',
  ),
}
