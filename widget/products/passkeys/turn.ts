let last: Promise<unknown> = Promise.resolve()

/**
 * Waits for the form that is before this one on the page: browsers offer passkeys for one form at a time. The first form has the turn until it
 * leaves. @returns what gives the turn to the next
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
