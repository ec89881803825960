import { wakeWhenTouched } from '../../../kit/browser/index.tsx'

/**
 * Hydrates the search box of a page's header on focus, or when restoring a previous search, so that pages without a search load none of its
 * code. Until then, or if loading fails, it is a plain form.
 */
export const wakeSearch = (): void => {
  const wake = wakeWhenTouched({ search: () => import('../SearchBox.tsx').then(({ SearchBox }) => SearchBox) })
  if ((history.state as { searched?: unknown } | null)?.searched !== undefined) wake()
}
