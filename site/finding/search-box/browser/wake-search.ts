import { wakeWhenTouched } from '../../../kit/browser/index.tsx'

/**
 * Makes the search box of a page's header live, once somebody turns to it or comes back to what they searched: a page that nobody searches
 * from loads none of it. Until then, and where it cannot be loaded, it is a plain form.
 */
export const wakeSearch = (): void => {
  const wake = wakeWhenTouched({ search: () => import('../SearchBox.tsx').then(({ SearchBox }) => SearchBox) })
  if ((history.state as { searched?: unknown } | null)?.searched !== undefined) wake()
}
