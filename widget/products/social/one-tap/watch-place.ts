/** How long an embedded prompt may stay empty, in ms: some browsers show nothing and say nothing. */
const longestSilence = 4_000

/** Waits until Google has put its prompt into a place. @returns what ends the wait */
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
