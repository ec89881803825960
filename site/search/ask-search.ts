import { readSearchAnswer } from './search-answer.ts'
import { messages, type Search } from './suggestions.ts'

/** `GET /search?q=`, with every way it can end told as SPEC §8 says. */
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
    return { kind: 'found', results: readSearchAnswer(await response.json()) }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: messages.unreadable }
  }
}
