import { type Amount, formatAmounts } from '../../kit/amounts/index.ts'

/** What is in a fund, in words: the site's own currency first, and in it a fund that is empty. */
export const fundText = (total: readonly Amount[], currency: string): string =>
  formatAmounts(
    total.length === 0
      ? [{ amount: 0, currency }]
      : total.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency)),
  )
