import { flagValue, type Given, neededFlag, type Program, UsageError } from '@corroborate/server-kit/command-line'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'

/** Refund target: a contribution, or a part of it as typed, or a bounty's whole remainder. */
export type RefundWanted =
  | { kind: 'contribution'; id: string; amount: string | null }
  | { kind: 'bounty'; doi: Doi; amount: null }

/** A parsed `npm run money` command. */
export type MoneyCommand =
  | { name: 'reconcile' | 'payouts' | 'expire' }
  | { name: 'paid'; payout: string; reference: string; by: string; why: string | null }
  | { name: 'refund'; of: RefundWanted; by: string; why: string }

const who = {
  by: { argument: 'NAME', help: 'Your name, for the log' },
  why: { argument: 'TEXT', help: 'Reason, for the log' },
}

/** `npm run money`. `perform` executes the command and returns the exit code. */
export const moneyProgram = (perform: (command: MoneyCommand) => Promise<number>): Program => ({
  name: 'npm run money --',
  about: 'Runs finance operations that are not available at /moderate/money. The site may be running.',
  more: `
Refunds that fail go to the pool and are reported. Every action is logged with its author and reason.

Exit code: 0 done and reconciled; 1 differences found or an action failed; 2 invalid arguments.`,
  commands: [
    {
      usage: 'reconcile',
      summary: 'Reconcile the ledger with Stripe and list every difference',
      run: () => perform({ name: 'reconcile' }),
    },
    {
      usage: 'payouts [ID]',
      summary: 'List due payouts and send those that Stripe can pay. With an ID, record a manual payment',
      flags: { done: { argument: 'REFERENCE', help: 'Payment reference' }, ...who },
      run: async given => perform(payoutIn(given)),
    },
    {
      usage: 'refund [CONTRIBUTION]',
      summary: 'Refund the remainder of a contribution or of a whole bounty',
      flags: {
        bounty: { argument: 'DOI', help: 'Refund this paper’s bounty instead of a contribution' },
        amount: { argument: 'AMOUNT', help: 'Refund only this amount' },
        ...who,
      },
      run: async given => perform(refundIn(given)),
    },
    {
      usage: 'expire',
      summary: 'Email contributors before a refund, and refund contributions not awarded within a year',
      run: () => perform({ name: 'expire' }),
    },
  ],
})

/** Rejects options without an ID: an operator who forgot the ID wants to record one payout, not send all. */
const payoutIn = (given: Given): MoneyCommand => {
  const [payout] = given.operands
  if (payout !== undefined) {
    const [reference, by] = [neededFlag(given, 'done'), neededFlag(given, 'by')]
    return { name: 'paid', payout, reference, by, why: flagValue(given, 'why') || null }
  }
  refuseFlags(given, Object.keys(given.flags), 'without an ID')
  return { name: 'payouts' }
}

const refundIn = (given: Given): MoneyCommand => {
  const [id] = given.operands
  if (id === undefined && given.flags.bounty === undefined)
    throw new UsageError('Name one contribution, or a bounty with --bounty DOI.')
  if (id === undefined) refuseFlags(given, ['amount'], 'with --bounty')
  else refuseFlags(given, ['bounty'], 'with a contribution')
  const of: RefundWanted =
    id === undefined ? bountyIn(given) : { kind: 'contribution', id, amount: given.flags.amount?.at(-1) ?? null }
  return { name: 'refund', of, by: neededFlag(given, 'by'), why: neededFlag(given, 'why') }
}

const refuseFlags = ({ flags }: Given, names: readonly string[], where: string): void => {
  for (const name of names) if (flags[name] !== undefined) throw new UsageError(`--${name} cannot be used ${where}.`)
}

const bountyIn = (given: Given): RefundWanted => {
  const typed = neededFlag(given, 'bounty')
  const doi = parseDoi(typed)
  if (doi === null) throw new UsageError(`“${typed}” is not a DOI.`)
  return { kind: 'bounty', doi, amount: null }
}
