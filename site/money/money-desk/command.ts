import { join } from 'node:path'
import { type Program, UsageError } from '@corroborate/server-kit/command-line'
import { runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { formatAmount } from '../../kit/amounts/format.ts'
import { readAmount } from '../../kit/amounts/read-amount.ts'
import type { CommandParts } from '../../kit/feature/index.ts'
import { findContribution } from '../contributions/index.ts'
import { bountyOf } from '../ledger/accounts.ts'
import { createSend, formatGround, type GroundLost, markDone, type Payee, readGroundLost } from '../payouts/index.ts'
import { createSendReturn, expire, type PlannedReturn, refund } from '../returns/index.ts'
import { isOfStripe, type StripeAccess, stripeOf } from '../stripe/open-stripe.ts'
import { openSandbox, sandboxFile } from '../stripe-sandbox/index.ts'
import { type MoneyCommand, moneyProgram } from './command-line.ts'
import { type NightTables, reconcileNow } from './night.ts'

/** Stripe, or the sandbox in its place, as the running site has it. */
const openAccess = (settings: Settings, now: () => number): { stripe: StripeAccess; close: () => void } => {
  const stripe = stripeOf(settings, now)
  if (stripe !== null) return { stripe, close: () => {} }
  if (settings.production)
    throw new OperatorError('No payments are set up: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.')
  const file = join(settings.dataDir, sandboxFile)
  const sandbox = openSandbox({ file, origin: settings.site.origin, now })
  return { stripe: sandbox.access, close: sandbox.close }
}

type Around = { say: (line: string) => void; now: () => number }

const thisProcess: Around = {
  say: line => void process.stdout.write(`${line}\n`),
  now: Date.now,
}

type Given = Around & { db: Kysely<NightTables>; stripe: StripeAccess }
type Command<Name extends MoneyCommand['name']> = Extract<MoneyCommand, { name: Name }>

const sayReconciled = async ({ db, stripe, now, say }: Given): Promise<number> => {
  const { differences, problem } = await reconcileNow(db, stripe, now())
  if (differences === null) throw new OperatorError(problem ?? 'Stripe is not responding.')
  for (const { payment, sentence } of differences) say(`${payment}: ${sentence}`)
  const { length } = differences
  const found = length === 0 ? 'The ledger matches Stripe.' : `${length} difference${length === 1 ? '' : 's'}.`
  say(`${found}${stripe.isSandbox ? ' Sandbox: no money has moved.' : ''}`)
  return length === 0 ? 0 : 1
}

const notePaid = async ({ db, now, say }: Given, { payout, reference, by, why }: Command<'paid'>): Promise<number> => {
  const act = { payout, actor: `operator:${by}`, why, reference }
  const outcome = await runTransaction(db, tx => markDone(tx, act, now()))
  if (outcome === 'unknown') throw new OperatorError(`No payout with ID ${payout}.`)
  if (outcome === 'no-report') throw new OperatorError(formatGround.report)
  if (outcome === 'no-writer') throw new OperatorError(formatGround.writer)
  if (outcome !== 'done' && outcome !== 'repeated')
    throw new OperatorError(
      'It is paid, being paid, returned to its bounty or has a pending withdrawal: see /moderate/money.',
    )
  say('Marked as paid.')
  return 0
}

const sendDue = async ({ db, stripe, now, say }: Given): Promise<number> => {
  const send = createSend({ db, stripe, now })
  const due = await db
    .selectFrom('payouts')
    .leftJoin('payees', 'payees.account', 'payouts.reporter')
    .selectAll('payouts')
    .select(['payees.details', 'payees.way as wished'])
    .where('payouts.state', 'in', ['due', 'sending', 'stopped'])
    .orderBy('payouts.awarded_at')
    .execute()
  const lost = await readGroundLost(db, due)
  let isRefused = false
  for (const { id: payout, doi, amount, sent, currency, state, questioned, details, wished } of due) {
    const what = `${payout}: ${formatAmount({ amount: amount - sent, currency })} for a report on ${doi}`
    if (questioned !== null) {
      say(`${what}: withdrawal pending; see /moderate/money.`)
      continue
    }
    if (state === 'stopped') {
      say(`${what}: returned; see /moderate/money.`)
      continue
    }
    const outcome = await send({ payout })
    if (outcome.kind === 'sent') say(`${what}: sent by Stripe.`)
    else if (outcome.kind === 'refused') {
      isRefused = true
      say(`${what}: rejected by Stripe: ${outcome.problem}`)
    } else say(`${what}: ${waitsFor({ lost: lost.get(payout), wished, details })}`)
  }
  if (due.length === 0) say('No payouts due.')
  return isRefused ? 1 : 0
}

type Waiting = { lost: GroundLost | undefined; wished: Payee['way']; details: string | null }

/** Returns why a payout is pending at Stripe. A lost justification takes precedence, because it must not be paid by hand either. */
const waitsFor = ({ lost, wished, details }: Waiting): string => {
  if (lost !== undefined) return formatGround[lost]
  if (wished === 'hand') return `manual payout: ${details}`
  return wished === 'stripe'
    ? 'the reporter has not completed Stripe onboarding.'
    : 'the reporter has not said yet how.'
}

/** Sends planned refunds and reports the failed ones. */
const sendAll = async ({ db, stripe, now, say }: Given, planned: readonly PlannedReturn[]): Promise<void> => {
  const send = createSendReturn({ db, stripe, now })
  for (const { id, source, money, to } of planned) {
    const outcome = to === 'giver' ? await send({ id }) : null
    const amount = formatAmount(money)
    if (outcome?.kind === 'to-pool')
      say(`${source}: refund of ${amount} failed (${outcome.problem}); moved to the pool.`)
    else say(`${source}: ${amount} ${to === 'pool' ? 'returned to the pool' : 'refund started'}.`)
  }
}

const giveBack = async (given: Given, { of, by, why }: Command<'refund'>): Promise<number> => {
  const { db, now } = given
  const who = { actor: `operator:${by}`, why }
  const wanted =
    of.kind === 'bounty'
      ? ({ kind: 'fund', fund: bountyOf(of.doi) } as const)
      : ({
          kind: 'contribution',
          id: of.id,
          ...(of.amount !== null && { most: await readMost(db, of.id, of.amount) }),
        } as const)
  await sendAll(given, await refund(db, wanted, who, now()))
  return 0
}

const readMost = async (db: Kysely<NightTables>, id: string, typed: string): Promise<number> => {
  const found = await findContribution(db, id)
  const currency = found?.paid_currency ?? 'usd'
  const read = readAmount(typed, { currency, least: 0, most: 1_000_000_000 })
  if (read.kind !== 'amount' || read.money.amount === 0) throw new UsageError(`“${typed}” is not an amount.`)
  // "12.505" parses as thousands, which cannot mean the whole contribution.
  if (found !== null && read.money.amount > found.paid_amount) {
    const given = formatAmount({ amount: found.paid_amount, currency })
    throw new UsageError(`“${typed}” means ${formatAmount(read.money)}, but the contribution is ${given}.`)
  }
  return read.money.amount
}

const expireAll = async (given: Given): Promise<number> => {
  const { warned, returned } = await expire(given.db, given.now())
  await sendAll(given, returned)
  given.say(`${warned} contributors notified, ${returned.length} refunds started.`)
  return 0
}

const perform = (given: Given, command: MoneyCommand): Promise<number> => {
  switch (command.name) {
    case 'reconcile':
      return sayReconciled(given)
    case 'payouts':
      return sendDue(given)
    case 'paid':
      return notePaid(given, command)
    case 'refund':
      return giveBack(given, command)
    case 'expire':
      return expireAll(given)
  }
}

/** Executes a command on the site's own database and its Stripe account or sandbox. */
const run = async (
  command: MoneyCommand,
  { readSettings, open }: CommandParts,
  { say, now }: Around,
): Promise<number> => {
  const settings = await readSettings()
  const { stripe, close } = openAccess(settings, now)
  const db = await open<NightTables>(settings)
  try {
    return await perform({ db, stripe, say, now }, command)
  } catch (error) {
    throw isOfStripe(error) ? new OperatorError(error.message) : error
  } finally {
    await db.destroy()
    close()
  }
}

/** `npm run money`. */
export const moneyCommand = (parts: CommandParts, around: Around = thisProcess): Program =>
  moneyProgram(command => run(command, parts, around))
