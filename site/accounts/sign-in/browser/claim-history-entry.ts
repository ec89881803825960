import { pageReader } from '../../../kit/browser/index.ts'

type Entry = { reader?: unknown } | null

/**
 * A browser fills the forms of a page in its history with what was typed there, and keeps the words that were searched from it. Each entry
 * says of which account it is: where that is another than this page's, the page begins anew, with none of it.
 */
export const claimHistoryEntry = (): void => {
  const reader = pageReader()
  const entry = history.state as Entry
  const isOfAnother = typeof entry?.reader === 'string' && entry.reader !== reader
  if (!isOfAnother && (entry?.reader ?? null) === reader) return
  history.replaceState(isOfAnother ? { reader } : { ...entry, reader }, '')
  // Not `reload`, which fills the forms again.
  if (isOfAnother) location.replace(location.pathname + location.search)
}
