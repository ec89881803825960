/** A draft is of one form: a new note on a paper, a change of one, or an answer to one. */
const keyOf = (form: HTMLFormElement): string => {
  const target = form.querySelector<HTMLInputElement>('[name="note"], [name="reply_to"]')?.value ?? ''
  return `note-draft ${new URL(form.action).pathname} ${target}`
}

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement =>
      (field instanceof HTMLInputElement && field.type === 'text') || field instanceof HTMLTextAreaElement,
  )

// Session storage throws where the reader forbids it: then nothing is kept.
const quietly = (act: () => void): void => {
  try {
    act()
  } catch {
    // The form works without.
  }
}

/** Keeps what is typed, in this tab: through an error, a reload, and a sign-in. */
export const keepDraft = (form: HTMLFormElement): void =>
  quietly(() => {
    const typed = Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, value]))
    sessionStorage.setItem(keyOf(form), JSON.stringify(typed))
  })

/** Brings back what was kept, but for fields in which something was typed before this script arrived: that is newer. */
export const restoreDraft = (form: HTMLFormElement): void =>
  quietly(() => {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Record<string, string>
    const isTyped = (field: HTMLInputElement | HTMLTextAreaElement) => field.value !== field.defaultValue
    const fields = fieldsOf(form)
    for (const field of fields) if (kept[field.name] && !isTyped(field)) field.value = kept[field.name] ?? ''
    if (fields.some(isTyped)) keepDraft(form)
  })

export const forgetDraft = (form: HTMLFormElement): void => quietly(() => sessionStorage.removeItem(keyOf(form)))
