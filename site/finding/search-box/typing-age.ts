/**
 * Measures the age of a keystroke when the page handles it. A busy page dispatches `input` late with a new timestamp, but the key event has
 * the original time. Times are of `performance.now()`, in ms.
 */
export const createTypingAge = () => {
  let pressedAt: number | null = null
  return {
    pressed: (timeStamp: number): void => {
      pressedAt = timeStamp
    },
    /** Later input is not from this key, but pasted or dictated. */
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
