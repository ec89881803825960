import { flagValue, type Given, neededFlag, type Program, UsageError } from '@corroborate/server-kit/command-line'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'

/** What a refund is of: a contribution, or a part of it as it was typed; or all that is left in a bounty. */
export type RefundWanted =
  | { kind: 'contribution'; id: string; amount: string | null }
  | { kind: 'bounty'; doi: Doi; amount: null }

/** What `npm run money` was asked to do. */
export type MoneyCommand =
  | { name: 'reconcile' | 'payouts' | 'expire' }
  | { name: 'paid'; payout: string; reference: string; by: string; why: string | null }
  | { name: 'refund'; of: RefundWanted; by: string; why: string }

const who = {
  by: { argument: 'NAME', help: 'Who you are' },
  why: { argument: 'TEXT', help: 'Why you do it' },
}

/** `npm run money`. `perform` does what it was asked to do, and returns the exit code. */
export const moneyProgram = (perform: (command: MoneyCommand) => Promise<number>): Program => ({
  name: 'npm run money --',
  about: 'Does what a moderator cannot do at /moderate/money. The site may be running.',
  more: `
Money that cannot go back any more goes to the pool, and the command says so. Every act is logged with who did it and why.

Exit code: 0 done, and the books agree; 1 they differ, or something could not be done; 2 wrong command line.`,
  commands: [
    {
      usage: 'reconcile',
      summary: "Compares the books with Stripe's own list, and names every difference",
      run: () => perform({ name: 'reconcile' }),
    },
    {
      usage: 'payouts [ID]',
      summary:
        'Lists what is due to reporters, and has Stripe send what it can. With an ID, notes that you paid that one by hand',
      flags: { done: { argument: 'REFERENCE', help: 'The reference of your payment' }, ...who },
      run: async given => perform(payoutIn(given)),
    },
    {
      usage: 'refund [CONTRIBUTION]',
      summary: 'Gives back what is left of a contribution, or of a whole bounty',
      flags: {
        bounty: { argument: 'DOI', help: 'The bounty of this paper, instead of a contribution' },
        amount: { argument: 'AMOUNT', help: 'Only a part of the contribution' },
        ...who,
      },
      run: async given => perform(refundIn(given)),
    },
    {
      usage: 'expire',
      summary: 'Warns people whose contributions will go back soon, and gives back what nobody was awarded in a year',
      run: () => perform({ name: 'expire' }),
    },
  ],
})

/** Without an ID, no option is taken: an operator who forgot the ID wants to note one payout, not to have all of them sent. */
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
