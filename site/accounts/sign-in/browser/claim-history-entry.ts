import { pageReader } from '../../../kit/browser/index.ts'

type Entry = { reader?: unknown } | null

/**
 * Ties a history entry to its account. Browsers restore form input and search text from history; if the entry belongs to another account,
 * the page is reloaded without them.
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
