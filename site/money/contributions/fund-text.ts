import { type Amount, formatAmounts } from '../../kit/amounts/format.ts'

/** Fund balance as text, the site's own currency first and even if it is zero. */
export const fundText = (total: readonly Amount[], currency: string): string =>
  formatAmounts(
    total.length === 0
      ? [{ amount: 0, currency }]
      : total.toSorted((a, b) => Number(b.currency === currency) - Number(a.currency === currency)),
  )
