import { fetchWithProof } from '../../../accounts/proofs/browser/index.ts'
export type Answer = { kind: 'sent'; id: string } | { kind: 'failed'; sentence: string }

/** A note that has found no answer by then counts as failed. */
const longestWaitMs = 15_000

/** `POST /{doi}/comment` (SPEC §7) with what the form holds. Never throws. */
export const sendNote = async (form: HTMLFormElement): Promise<Answer> => {
  try {
    const response = await fetchWithProof(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const answer = (await response.json()) as { id?: string; error?: string }
    return response.ok && answer.id !== undefined
      ? { kind: 'sent', id: answer.id }
      : { kind: 'failed', sentence: answer.error ?? '' }
  } catch {
    return { kind: 'failed', sentence: 'There was no answer. What you typed is still here: try again.' }
  }
}
