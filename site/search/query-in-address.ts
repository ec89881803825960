/** The words that the address of this page holds, or ''. */
export const queryInAddress = (): string => new URLSearchParams(location.search).get('q') ?? ''

/** Puts the words into the address in place of the ones before, so that Back brings them and their list. */
export const keepQueryInAddress = (query: string): void => {
  const address = new URL(location.href)
  if (query === '') address.searchParams.delete('q')
  else address.searchParams.set('q', query)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
