import type { BalancedLine, BookLine, BookSums } from './model.ts'

/** What is held before any of some lines is looked at, by currency, in minor units. */
export type Balances = Map<string, number>

export const balancesOf = ({ held }: Pick<BookSums, 'held'>): Balances =>
  new Map(held.map(({ currency, amount }) => [currency, amount]))

/**
 * Puts beside each line, the newest first, what was there after it. `after`: what is there after the first; it is left at what was there
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
