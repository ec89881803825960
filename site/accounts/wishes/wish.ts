/** Key in local storage: what somebody wanted when they were asked to log in, of which paper, and when. */
const key = 'wish'
/** As long as a mailed link lives, and a little, in ms. */
const lasts = 35 * 60_000

/** What a reader may want that takes an account. */
export type Wish = 'watch'

type Kept = { wish?: unknown; doi?: unknown; at?: unknown }

/** Keeps what the reader wants of a paper until they are logged in. It outlives the page: a mailed link opens another tab. */
export const keepWish = (wish: string, doi: string): void => {
  try {
    localStorage.setItem(key, JSON.stringify({ wish, doi, at: Date.now() }))
  } catch {
    // The reader forbids it: they press the button once more.
  }
}

/** Whether the reader wanted this of this paper a moment ago. Asking uses the wish up. */
export const takeWish = (wish: Wish, doi: string): boolean => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    if (kept?.wish !== wish || kept.doi !== doi) return false
    localStorage.removeItem(key)
    return typeof kept.at === 'number' && Date.now() - kept.at < lasts
  } catch {
    return false
  }
}
