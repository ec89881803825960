import { messages } from './messages.ts'
import { readNote, readSearchJson } from './search-json.ts'
import type { Search } from './suggestions.ts'

/** Calls `GET /search?q=` and puts each way it can fail into the words of SPEC §8. */
export const askSearch: Search = async (query, signal) => {
  let response: Response
  try {
    response = await fetch(`/search?${new URLSearchParams({ q: query })}`, {
      headers: { accept: 'application/json' },
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: messages.unreachable }
  }
  if (response.status === 429) return { kind: 'failed', message: messages.tooMany }
  if (!response.ok) return { kind: 'failed', message: messages.unavailable }
  try {
    const json: unknown = await response.json()
    return { kind: 'found', results: readSearchJson(json), note: readNote(json) }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: messages.unreadable }
  }
}
