import { callSite } from '../../../accounts/calls/browser/call-site.ts'
import { takePendingAction } from '../../../accounts/pending-actions/browser/wish.ts'
import { keep, readKept } from '../../../kit/browser/index.ts'

/** Storage key of a form's draft: a new note on a paper, an edit, a reply, or an assistant's draft. */
export const draftName = (form: HTMLFormElement): string => {
  const target =
    form.querySelector<HTMLInputElement>('[name="note"], [name="reply_to"], [name="assistant_draft"]')?.value ?? ''
  return `note-draft ${new URL(form.action).pathname} ${target}`
}

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement =>
      (field instanceof HTMLInputElement && field.type === 'text') || field instanceof HTMLTextAreaElement,
  )

/** Saves the draft in this browser, across errors, sign-in and tab closure. */
export const keepDraft = (form: HTMLFormElement): void => {
  const typed = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))
  keep(draftName(form), typed)
}

/** Restores the draft, except for fields edited before this script loaded, which are newer. */
export const restoreDraft = (form: HTMLFormElement): void => {
  const kept = readKept(draftName(form))
  const isTyped = (field: HTMLInputElement | HTMLTextAreaElement) => field.value !== field.defaultValue
  const fields = fieldsOf(form)
  for (const field of fields) {
    const text = kept?.[field.name]
    if (typeof text === 'string' && text !== '' && !isTyped(field)) field.value = text
  }
  if (fields.some(isTyped)) keepDraft(form)
}

export const deleteNoteDraft = (form: HTMLFormElement): void => keep(draftName(form), null)

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

/**
 * Enhances the note form: validates at once, saves the draft until submitted, and reloads the page with the new note (SPEC §7). Without
 * script the form does the same with page loads.
 */
export const startNoteForm = (): void => {
  const form = document.querySelector<HTMLFormElement>('#note-form')
  if (form === null) return
  restoreDraft(form)
  // Disables autocomplete, which would overwrite the restored draft.
  form.autocomplete = 'off'
  form.addEventListener('input', () => keepDraft(form))
  form.addEventListener('submit', event => {
    event.preventDefault()
    void submit(form)
  })
  // Resubmits a form that required logging in again.
  if (takePendingAction('note', draftName(form)) !== null) void submit(form)
}

const submit = async (form: HTMLFormElement): Promise<void> => {
  const missing = [...form.querySelectorAll<HTMLInputElement>('[required]')].filter(({ value }) => value.trim() === '')
  for (const field of form.querySelectorAll('[required]')) field.toggleAttribute('aria-invalid', false)
  for (const field of missing) field.setAttribute('aria-invalid', 'true')
  say(form, missing.length === 0 ? '' : 'Please fill in all fields')
  missing[0]?.focus()
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (missing.length > 0 || button === null) return

  button.disabled = true
  const answer = await sendNote(form)
  button.disabled = false
  if (answer.kind === 'failed') return say(form, ['Error submitting comment', answer.sentence].join('. '))
  deleteNoteDraft(form)
  // A browser that fills a form again when its page is loaded again finds nothing to fill in.
  form.reset()
  // A change or an answer was written on a page of its own; the note is now on the paper's.
  const isOnPaper = form.querySelector('[name="note"], [name="reply_to"]') === null && location.search === ''
  if (isOnPaper) location.reload()
  else location.href = `${new URL(form.action).pathname.replace(/\/comment$/, '')}#note-${answer.id}`
}

const say = (form: HTMLFormElement, sentence: string): void => {
  const problem = form.querySelector('.problem')
  if (problem !== null) problem.textContent = sentence
}
