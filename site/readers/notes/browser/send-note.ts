import { callSite } from '../../../accounts/calls/browser/index.ts'
import { draftName } from './draft.ts'

export type Answer = { kind: 'sent'; id: string } | { kind: 'failed'; sentence: string }

/** A note that has found no answer by then counts as failed. */
const longestWaitMs = 15_000

/** Submits the form to `POST /{doi}/comment` (SPEC §7). Never throws. */
export const sendNote = async (form: HTMLFormElement): Promise<Answer> => {
  const answer = await callSite<{ id?: string }>(form.action, {
    body: Object.fromEntries(new FormData(form)),
    longestWait: longestWaitMs,
    wish: { kind: 'note', about: draftName(form) },
  })
  switch (answer.kind) {
    case 'done':
      return answer.body.id === undefined ? { kind: 'failed', sentence: '' } : { kind: 'sent', id: answer.body.id }
    case 'signed-out':
      return { kind: 'failed', sentence: 'Your session has ended. Log in to submit your note.' }
    case 'refused':
      return { kind: 'failed', sentence: answer.sentence ?? '' }
    case 'unreachable':
      return { kind: 'failed', sentence: 'No response from the server. Your text is still here. Try again.' }
  }
}
