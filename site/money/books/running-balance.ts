import type { BalancedLine, BookLine, BookSums } from './model.ts'

/** Balances before the given entries, by currency, in minor units. */
export type Balances = Map<string, number>

export const balancesOf = ({ held }: Pick<BookSums, 'held'>): Balances =>
  new Map(held.map(({ currency, amount }) => [currency, amount]))

/**
 * Adds the running balance to entries sorted newest first. `after` is the balance after the first entry; it is updated to the balance
 * before the last.
 */
export const withBalances = (lines: readonly BookLine[], after: Balances): BalancedLine[] =>
  lines.map(line => {
    if (line.part !== 'funds') return { ...line, balance: null }
    const { currency, amount } = line.money
    const balance = after.get(currency) ?? 0
    after.set(currency, balance - amount)
    return { ...line, balance: { amount: balance, currency } }
  })
