import { type Amount, unitsIn } from '../../../kit/amounts/index.ts'

/** Animation duration, in ms. */
const duration = 700

/**
 * Shows amounts on their way from some to others: all at once where the reader wants no motion. @returns a function that ends it
 */
export const countUp = (from: readonly Amount[], to: readonly Amount[], show: (amounts: readonly Amount[]) => void) => {
  const start = performance.now()
  let frame = 0
  const step = (now: number) => {
    const part = matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : Math.min(1, (now - start) / duration)
    show(part === 1 ? to : between(from, to, 1 - (1 - part) ** 3))
    if (part < 1) frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

/** Whole units on the way: no number flickers with decimals that it does not end with. */
const between = (from: readonly Amount[], to: readonly Amount[], part: number): Amount[] =>
  to.map(({ amount, currency }) => {
    const before = from.find(other => other.currency === currency)?.amount ?? 0
    const unit = unitsIn(currency)
    return { currency, amount: Math.round((before + (amount - before) * part) / unit) * unit }
  })
