/**
 * Where a page keeps the words of its search box, so that Back brings them and their list: its address says them where they are what the
 * page is about; elsewhere only the entry in the browser's history does.
 */
export type QueryKeeper = 'address' | 'history'

type Entry = { searched?: unknown } | null

/** The words that were kept, or ''. */
export const keptQuery = (keeper: QueryKeeper): string => {
  if (keeper === 'address') return new URLSearchParams(location.search).get('q') ?? ''
  const searched = (history.state as Entry)?.searched
  return typeof searched === 'string' ? searched : ''
}

/** Keeps the words in place of the ones before. */
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
