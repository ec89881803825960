/** Timeout of an empty embedded prompt in ms: some browsers show nothing without notification. */
const longestSilence = 4_000

/** Waits for Google's prompt to appear in its place. @returns a function that stops waiting */
export const watchPlace = (place: HTMLElement, onFilled: () => void, onSilence: () => void): (() => void) => {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const observer = new MutationObserver(() => {
    stop()
    onFilled()
  })
  const timer = setTimeout(onSilence, longestSilence)
  observer.observe(place, { childList: true })
  return stop
}
