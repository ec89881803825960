import { type Amount, unitsIn } from '../../../kit/amounts/format.ts'
import type { SessionDetails } from '../model.ts'

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

/** A payment that has found no answer by then is left alone. */
const longestWaitMs = 15_000

/**
 * The state of the payment that this page's address names (SPEC §7); null where it names none, and where it cannot be read, which is
 * only logged (SPEC §8). Never throws.
 * @param sessionDetails where it is read
 */
export const readDetails = async (sessionDetails: string): Promise<SessionDetails | null> => {
  const session = new URLSearchParams(location.search).get('session_id')
  if (session === null) return null
  deleteStoredSession()
  try {
    const response = await fetch(`${sessionDetails}?${new URLSearchParams({ session_id: session })}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const answer = (await response.json()) as SessionDetails | { error: string }
    if ('error' in answer) throw new Error(answer.error)
    return answer
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the log of the browser is where it belongs (SPEC §8).
    console.warn('The payment session could not be read.', error)
    return null
  }
}

/** Removes the session from the URL, so that a reloaded or shared page shows no payment. */
const deleteStoredSession = (): void => {
  const address = new URL(location.href)
  address.searchParams.delete('session_id')
  history.replaceState(history.state, '', address)
}
