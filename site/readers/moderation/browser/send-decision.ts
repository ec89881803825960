import { callSite } from '../../../accounts/calls/browser/call-site.ts'

export type Answer =
  | { kind: 'done'; status: string; version: number }
  /** Another moderator has decided: it waits no more. */
  | { kind: 'gone'; sentence: string }
  | { kind: 'failed'; sentence: string }

/** A decision that has found no answer by then counts as failed. */
const longestWaitMs = 10_000

/** The address that a form of decisions is sent to. Not `form.action`, which is its buttons of that name. */
export const addressOf = (form: HTMLFormElement): string => form.getAttribute('action') ?? ''

/** Submits the form to `POST /moderate/…/{id}` (SPEC §7). Never throws. */
export const sendDecision = async (form: HTMLFormElement, action: string): Promise<Answer> => {
  const { back: _, ...fields } = Object.fromEntries(new FormData(form))
  const body = { ...fields, action }
  const answer = await callSite<{ status?: string; version?: number }>(addressOf(form), {
    body,
    longestWait: longestWaitMs,
    wish: { kind: 'decision', about: addressOf(form), how: JSON.stringify(body) },
  })
  switch (answer.kind) {
    case 'done': {
      const { status, version } = answer.body
      return status !== undefined && version !== undefined
        ? { kind: 'done', status, version }
        : { kind: 'failed', sentence: '' }
    }
    case 'signed-out':
      return { kind: 'failed', sentence: 'Your session has ended. Log in to submit your decision.' }
    case 'refused':
      return { kind: isDecided(answer) ? 'gone' : 'failed', sentence: answer.sentence ?? '' }
    case 'unreachable':
      return { kind: 'failed', sentence: 'No response from the server. Try again.' }
  }
}

/** True if another moderator decided meanwhile: the error then includes the entry's state. */
const isDecided = ({ status, body }: { status: number; body: unknown }): boolean => {
  const state: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'status') : undefined
  return status === 409 && state !== undefined && state !== 'pending'
}
