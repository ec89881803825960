/** Key in local storage: the paper that somebody wanted to watch when they were asked to log in, and when. */
const key = 'watch_wish'
/** As long as a mailed link lives (SPEC §9), and a little, in ms. */
const lasts = 35 * 60_000

/** Writes down that the reader wants to watch a paper. It outlives the page: a mailed link opens another tab. */
export const wishToWatch = (doi: string): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ doi, at: Date.now() }))
  } catch {
    // The reader forbids it: they press the button once more.
  }
}

/** Whether the reader wants to watch this paper since a moment ago. Asking uses the note up. */
export const takeWish = (doi: string): boolean => {
  try {
    const wish = JSON.parse(localStorage.getItem(key) ?? 'null') as { doi?: unknown; at?: unknown } | null
    if (wish?.doi !== doi) return false
    localStorage.removeItem(key)
    return typeof wish.at === 'number' && Date.now() - wish.at < lasts
  } catch {
    return false
  }
}
