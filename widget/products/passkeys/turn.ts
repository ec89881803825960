let last: Promise<unknown> = Promise.resolve()

/**
 * Queues for passkey autofill, which browsers offer to one form at a time. The first form on the page has the turn until it leaves.
 * @returns a function that passes the turn on
 */
export const takeTurn = (): { mine: Promise<unknown>; give: () => void } => {
  const mine = last
  let give: () => void = () => undefined
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  last = mine.then(() => given)
  return { mine, give }
}
