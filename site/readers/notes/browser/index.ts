import { takeWish } from '../../../accounts/wishes/browser/index.ts'
import { draftName, forgetDraft, keepDraft, restoreDraft } from './draft.ts'
import { sendNote } from './send-note.ts'

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
  if (takeWish('note', draftName(form)) !== null) void submit(form)
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
  forgetDraft(form)
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
