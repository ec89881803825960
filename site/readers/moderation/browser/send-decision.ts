export type Answer = { kind: 'done'; status: string; version: number } | { kind: 'failed'; sentence: string }

/** A decision that has found no answer by then counts as failed. */
const longestWaitMs = 10_000

/** `POST /moderate/…/{id}` (SPEC §7) with what the form holds. Never throws. */
export const sendDecision = async (form: HTMLFormElement, action: string): Promise<Answer> => {
  const { back: _, ...fields } = Object.fromEntries(new FormData(form))
  try {
    // `form.action` is the buttons of that name.
    const response = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ...fields, action }),
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const answer = (await response.json()) as { status?: string; version?: number; error?: string }
    return response.ok && answer.status !== undefined && answer.version !== undefined
      ? { kind: 'done', status: answer.status, version: answer.version }
      : { kind: 'failed', sentence: answer.error ?? '' }
  } catch {
    return { kind: 'failed', sentence: 'There was no answer: try again.' }
  }
}
