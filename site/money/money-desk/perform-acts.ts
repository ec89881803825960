import { runTransaction } from '@corroborate/server-kit/database'
import { enqueueJob, type OutboxTables } from '@corroborate/server-kit/outbox'
import { cleanText } from '@corroborate/wire/written-text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Amount } from '../../kit/amounts/format.ts'
import { readAmount } from '../../kit/amounts/read-amount.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { type AwardTables, decideProposal, propose, proposeWithdrawal, type Refused } from '../awards/index.ts'
import { logAct, type MoneyLogTables } from '../money-log/store.ts'
import { formatGround, markDone, type PayoutOutcome, payAgain, planSend, type SettleTables } from '../payouts/index.ts'
import type { MoneyDeskModel, MoneyDeskTables } from './database.ts'
import type { NightJobs } from './night.ts'

const typed = (most: number) => z.string().max(most, { error: `at most ${most} characters` })
const why = typed(500)

/** Request body of the page's own URL. */
export const deskBody = z.looseObject({
  act: z.enum(['award', 'top-up', 'withdrawal', 'reconcile'], {
    error: 'must be "award", "top-up", "withdrawal" or "reconcile"',
  }),
  payout: typed(64).optional(),
  doi: typed(2_000).optional(),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, { error: 'not a currency' })
    .optional(),
  amount: typed(20).optional(),
  why: why.optional(),
})

export const decisionBody = z.object({
  action: z.enum(['confirm', 'reject', 'take-back'], { error: 'must be "confirm", "reject" or "take-back"' }),
  version: z.coerce.number().int().min(1).max(1e9),
  reason: why.optional(),
})

export const payoutBody = z.object({
  action: z.enum(['done', 'again'], { error: 'must be "done" or "again"' }),
  reference: typed(200).optional(),
  why: why.optional(),
})

/** Parsed award: an amount for each report, from fields named `part:REPORT`. */
export type ReadAward =
  | { kind: 'award'; doi: Doi; money: Amount; parts: { report: string; amount: number }[] }
  | { kind: 'problem'; sentence: string }

const beyond = 1_000_000_000

/** Parses the reports and amounts of a proposal. Skips empty fields. */
export const readAward = (body: z.output<typeof deskBody>): ReadAward => {
  const doi = parseDoi(body.doi ?? '')
  if (doi === null) return { kind: 'problem', sentence: 'doi is not a DOI.' }
  const currency = body.currency ?? 'usd'
  const parts: { report: string; amount: number }[] = []
  for (const [name, value] of Object.entries(body)) {
    const report = /^part:([\w-]{1,64})$/.exec(name)?.[1]
    if (report === undefined || typeof value !== 'string' || value.trim() === '') continue
    const read = readAmount(value, { currency, least: 0, most: beyond })
    if (read.kind !== 'amount' || read.money.amount === 0)
      return {
        kind: 'problem',
        sentence: `“${value.trim().slice(0, 40)}” is not an amount. Enter an amount such as 25 or 12.50.`,
      }
    parts.push({ report, amount: read.money.amount })
  }
  if (parts.length === 0) return { kind: 'problem', sentence: 'Enter an amount for at least one report.' }
  const amount = parts.reduce((sum, part) => sum + part.amount, 0)
  return { kind: 'award', doi, money: { amount, currency }, parts }
}

export type ReadTopUp = { kind: 'top-up'; doi: Doi; money: Amount } | { kind: 'problem'; sentence: string }

/** Parses the amount to move from the pool to a bounty. */
export const readTopUp = (body: z.output<typeof deskBody>, currency: string): ReadTopUp => {
  const doi = parseDoi(body.doi ?? '')
  if (doi === null) return { kind: 'problem', sentence: 'Enter the DOI of the paper whose bounty to top up.' }
  const read = readAmount(body.amount ?? '', { currency: body.currency ?? currency, least: 0, most: beyond })
  if (read.kind !== 'amount' || read.money.amount === 0)
    return { kind: 'problem', sentence: 'Enter an amount such as 25 or 12.50.' }
  return { kind: 'top-up', doi, money: read.money }
}

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
  'no-report': refused(409, formatGround.report),
  'no-writer': refused(409, formatGround.writer),
  changed: refused(
    409,
    'This award has changed in the meantime: it is paid, being paid or was returned to its bounty.',
  ),
}
