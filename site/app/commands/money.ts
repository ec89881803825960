import { join } from 'node:path'
import { openDatabase, runTransaction } from '@corroborate/server-kit/database'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { readProcessSettings, type Settings, SettingsError } from '@corroborate/server-kit/settings'
import type { Kysely } from 'kysely'
import { formatAmount, readAmount } from '../../kit/amounts/index.ts'
import { findContribution } from '../../money/contributions/index.ts'
import { bountyOf } from '../../money/ledger/index.ts'
import { type MoneyCommand, readCommand, UsageError } from '../../money/money-desk/command-line.ts'
import { type NightTables, reconcileNow } from '../../money/money-desk/night.ts'
import { createSend, markDone } from '../../money/payouts/index.ts'
import { createSendReturn, expire, type PlannedReturn, refund } from '../../money/returns/index.ts'
import { isOfStripe, type StripeAccess, stripeOf } from '../../money/stripe/index.ts'
import { openSandbox, sandboxFile } from '../../money/stripe-sandbox/index.ts'
import { siteDatabaseFile, siteMigrations } from '../migrations.ts'

const help = `Usage: npm run money -- COMMAND

  reconcile                      Compares the books with Stripe's own list, and names every difference.
  payouts                        Lists what is due to reporters, and has Stripe send what it can.
  payouts ID --done REFERENCE --by NAME [--why TEXT]
                                 Notes that you have paid a reporter by hand.
  refund CONTRIBUTION --by NAME --why TEXT [--amount AMOUNT]
  refund --bounty DOI --by NAME --why TEXT
                                 Gives back what is left of a contribution, or of a whole bounty.
  expire                         Warns those whose contributions will go back, and gives back what nobody was awarded in a year.

What cannot go back any more goes to the pool, and is named. The site may serve meanwhile. Every act is logged with who and why.

Exit code: 0 done, and the books agree; 1 they differ, or something could not be done; 2 wrong command line.
`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

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

type Given = { db: Kysely<NightTables>; stripe: StripeAccess; now: () => number }
type Command<Name extends MoneyCommand['name']> = Extract<MoneyCommand, { name: Name }>

const sayReconciled = async ({ db, stripe, now }: Given): Promise<number> => {
  const { differences, problem } = await reconcileNow(db, stripe, now())
  if (differences === null) throw new OperatorError(problem ?? 'Stripe could not be asked.')
  for (const { payment, sentence } of differences) say(`${payment}: ${sentence}`)
  const { length } = differences
  const found = length === 0 ? 'The books say what Stripe says.' : `${length} difference${length === 1 ? '' : 's'}.`
  say(`${found}${stripe.isSandbox ? ' This is the sandbox: no money has moved.' : ''}`)
  return length === 0 ? 0 : 1
}

const notePaid = async ({ db, now }: Given, { payout, reference, by, why }: Command<'paid'>): Promise<number> => {
  const act = { payout, actor: `operator:${by}`, why, reference }
  const outcome = await runTransaction(db, tx => markDone(tx, act, now()))
  if (outcome !== 'done' && outcome !== 'repeated')
    throw new OperatorError(
      outcome === 'unknown'
        ? `There is no payout ${payout}.`
        : 'It is paid, on its way, back in its bounty, or somebody wants it taken back: see /moderate/money.',
    )
  say('Noted as paid.')
  return 0
}

const sendDue = async ({ db, stripe, now }: Given): Promise<number> => {
  const send = createSend({ db, stripe, now })
  const due = await db
    .selectFrom('payouts')
    .leftJoin('payees', 'payees.account', 'payouts.reporter')
    .selectAll('payouts')
    .select(['payees.details', 'payees.way as wished'])
    .where('payouts.state', 'in', ['due', 'sending', 'stopped'])
    .orderBy('payouts.awarded_at')
    .execute()
  let failed = 0
  for (const { id: payout, doi, amount, sent, currency, state, questioned, details, wished } of due) {
    const what = `${payout}: ${formatAmount({ amount: amount - sent, currency })} for a report on ${doi}`
    if (questioned !== null) {
      say(`${what}: somebody wants it taken back; see /moderate/money.`)
      continue
    }
    const outcome = state === 'stopped' ? null : await send({ payout })
    if (outcome?.kind === 'sent') say(`${what}: sent by Stripe.`)
    else if (outcome?.kind === 'refused') {
      failed++
      say(`${what}: Stripe refuses: ${outcome.problem}`)
    } else if (state === 'stopped') say(`${what}: came back; see /moderate/money.`)
    else say(`${what}: ${wished === 'hand' ? `to be paid by hand: ${details}` : 'the reporter has not said yet how.'}`)
  }
  if (due.length === 0) say('Nothing is due.')
  return failed === 0 ? 0 : 1
}

/** Gives back what was decided to go back, and names what could not. */
const sendAll = async ({ db, stripe, now }: Given, planned: readonly PlannedReturn[]): Promise<void> => {
  const send = createSendReturn({ db, stripe, now })
  for (const { id, source, money, to } of planned) {
    const outcome = to === 'giver' ? await send({ id }) : null
    const amount = formatAmount(money)
    if (outcome?.kind === 'to-pool') say(`${source}: ${amount} cannot go back (${outcome.problem}): to the pool.`)
    else say(`${source}: ${amount} ${to === 'pool' ? 'back to the pool, where it came from' : 'on its way back'}.`)
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
  return read.money.amount
}

const expireAll = async (given: Given): Promise<number> => {
  const { warned, returned } = await expire(given.db, given.now())
  await sendAll(given, returned)
  say(`${warned} warned, ${returned.length} on their way back.`)
  return 0
}

const perform = (given: Given, command: Exclude<MoneyCommand, { name: 'help' }>): Promise<number> => {
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

const run = async (now: () => number): Promise<number> => {
  const command = readCommand(process.argv.slice(2))
  if (command.name === 'help') {
    process.stdout.write(help)
    return 0
  }
  const settings = readProcessSettings()
  const { stripe, close } = openAccess(settings, now)
  const db = await openDatabase<NightTables>({
    url: settings.site.databaseUrl?.reveal(),
    file: join(settings.dataDir, siteDatabaseFile),
    migrations: siteMigrations,
    now,
  })
  try {
    return await perform({ db, stripe, now }, command)
  } finally {
    await db.destroy()
    close()
  }
}

/** `npm run money`. */
try {
  process.exitCode = await run(Date.now)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const isUsage = error instanceof UsageError || String(Reflect.get(Object(error), 'code')).startsWith('ERR_PARSE_ARGS')
  const isExpected = isUsage || error instanceof OperatorError || error instanceof SettingsError || isOfStripe(error)
  process.stderr.write(`${isExpected ? message : error instanceof Error ? error.stack : message}\n`)
  if (isUsage) process.stderr.write(`\n${help}`)
  process.exitCode = isUsage ? 2 : 1
}
