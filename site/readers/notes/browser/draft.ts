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

export const forgetDraft = (form: HTMLFormElement): void => keep(draftName(form), null)
