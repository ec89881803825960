/**
 * How old typing is when the page gets to hear of it. A busy page makes the `input` event only when it has time, so that event is
 * always new; the key's own event has the time at which the key went down. Times are of `performance.now()`, in ms.
 */
export const createTypingAge = () => {
  let pressedAt: number | null = null
  return {
    pressed: (timeStamp: number): void => {
      pressedAt = timeStamp
    },
    /** What comes after is not of this key: pasted with the pointer, or spoken. */
    released: (): void => {
      pressedAt = null
    },
    /** The age of the text that an `input` event of this time brings; each key counts once. */
    of: (inputTimeStamp: number, now: number): number => {
      const since = pressedAt ?? inputTimeStamp
      pressedAt = null
      return Math.max(0, now - since)
    },
  }
}
