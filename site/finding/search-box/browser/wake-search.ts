/**
 * Makes the search box of a page's header live, once somebody turns to it or comes back to what they searched: a page that nobody searches
 * from loads none of it. Until then, and where it cannot be loaded, it is a plain form.
 */
export const wakeSearch = (): void => {
  const box = document.querySelector<HTMLElement>('[data-island="search"]')
  if (box === null) return
  const wake = (): void => {
    for (const event of hints) box.removeEventListener(event, wake)
    void import('./live-search.ts').then(({ liveSearch }) => liveSearch())
  }
  const isWanted =
    box.contains(document.activeElement) || (history.state as { searched?: unknown } | null)?.searched !== undefined
  if (isWanted) wake()
  else for (const event of hints) box.addEventListener(event, wake)
}

/** A pointer over the field comes before the focus, and gives the code a head start. */
const hints = ['focusin', 'pointerover'] as const
