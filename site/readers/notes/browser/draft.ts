import { keep, readKept } from '../../../kit/browser/index.ts'

/** A draft is of one form: a new note on a paper, a change of one, an answer to one, or what an assistant wrote. */
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

/** Keeps what is typed, in this browser: through an error, a sign-in, and the end of the tab. */
export const keepDraft = (form: HTMLFormElement): void => {
  const typed = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))
  keep(draftName(form), typed)
}

/** Brings back what was kept, but for fields in which something was typed before this script arrived: that is newer. */
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
