import { readNote, readSearchJson } from './search-json.ts'
import { searchMessages } from './search-messages.ts'
import type { Search } from './suggestions.ts'

/** Requests `GET /search?q=` and maps each failure to a message of SPEC §8. */
export const askSearch: Search = async (query, signal) => {
  let response: Response
  try {
    response = await fetch(`/search?${new URLSearchParams({ q: query })}`, {
      headers: { accept: 'application/json' },
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: searchMessages.unreachable }
  }
  if (response.status === 429) return { kind: 'failed', message: searchMessages.tooMany }
  if (!response.ok) return { kind: 'failed', message: searchMessages.unavailable }
  try {
    const json: unknown = await response.json()
    return { kind: 'found', results: readSearchJson(json), note: readNote(json) }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: searchMessages.unreadable }
  }
}
