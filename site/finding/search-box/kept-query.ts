/** Storage of a page's search query, so that Back restores it and its results: the URL on search pages, otherwise the history entry. */
export type QueryKeeper = 'address' | 'history'

type Entry = { searched?: unknown } | null

/** Returns the stored query, or ''. */
export const keptQuery = (keeper: QueryKeeper): string => {
  if (keeper === 'address') return new URLSearchParams(location.search).get('q') ?? ''
  const searched = (history.state as Entry)?.searched
  return typeof searched === 'string' ? searched : ''
}

/** Stores the query, replacing the previous one. */
export const keepQuery = (keeper: QueryKeeper, query: string): void => {
  if (keeper === 'history') {
    if (query !== keptQuery(keeper)) history.replaceState({ ...(history.state as Entry), searched: query }, '')
    return
  }
  const address = new URL(location.href)
  if (query === '') address.searchParams.delete('q')
  else address.searchParams.set('q', query)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
