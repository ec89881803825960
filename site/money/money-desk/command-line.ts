import { parseArgs } from 'node:util'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'

/** What is wrong with a command line, in a sentence. */
export class UsageError extends Error {}

/** What a refund is of: a contribution, or a part of it as it was typed; or all that is left in a bounty. */
export type RefundWanted =
  | { kind: 'contribution'; id: string; amount: string | null }
  | { kind: 'bounty'; doi: Doi; amount: null }

/** What `npm run money` was asked to do. */
export type MoneyCommand =
  | { name: 'help' }
  | { name: 'reconcile' | 'payouts' | 'expire' }
  | { name: 'paid'; payout: string; reference: string; by: string; why: string | null }
  | { name: 'refund'; of: RefundWanted; by: string; why: string }

const text = { type: 'string' } as const
const options = { by: text, why: text, done: text, amount: text, bounty: text, help: { type: 'boolean' } } as const
type Flag = 'by' | 'why' | 'done' | 'amount' | 'bounty'

/**
 * Reads a command line. What a command has no use for is refused: whoever forgets the id of a payout means to note one, and not to have
 * all of them sent.
 * @throws UsageError, or what `parseArgs` throws
 */
export const readCommand = (args: readonly string[]): MoneyCommand => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [name = '', ...ids] = positionals
  if (values.help === true) return { name: 'help' }
  const only = (flags: readonly Flag[], most: number): void => {
    const [flag] = Object.keys(values).filter(flag => !flags.includes(flag as Flag))
    if (flag !== undefined) throw new UsageError(`${name} takes no --${flag} here.`)
    if (ids.length > most) throw new UsageError(`${name} does not take “${ids[most]}”.`)
  }
  const need = (flag: Flag): string => {
    const value = values[flag]?.trim() ?? ''
    if (value === '') throw new UsageError(`Say --${flag}.`)
    return value
  }
  switch (name) {
    case 'reconcile':
    case 'expire':
      only([], 0)
      return { name }
    case 'payouts': {
      const [payout] = ids
      only(payout === undefined ? [] : ['done', 'by', 'why'], 1)
      if (payout === undefined) return { name }
      return { name: 'paid', payout, reference: need('done'), by: need('by'), why: values.why?.trim() || null }
    }
    case 'refund': {
      const [id] = ids
      only(id === undefined ? ['bounty', 'by', 'why'] : ['amount', 'by', 'why'], 1)
      if (id === undefined && values.bounty === undefined)
        throw new UsageError('Name one contribution, or a bounty with --bounty DOI.')
      const of = id === undefined ? bountyIn(need('bounty')) : contribution(id, values.amount)
      return { name, of, by: need('by'), why: need('why') }
    }
    default:
      throw new UsageError(name === '' ? 'Say what to do.' : `There is no command “${name}”.`)
  }
}

const contribution = (id: string, amount: string | undefined): RefundWanted => ({
  kind: 'contribution',
  id,
  amount: amount ?? null,
})

const bountyIn = (typed: string): RefundWanted => {
  const doi = parseDoi(typed)
  if (doi === null) throw new UsageError(`“${typed}” is not a DOI.`)
  return { kind: 'bounty', doi, amount: null }
}
