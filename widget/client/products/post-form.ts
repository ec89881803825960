/** Navigates by submitting a form, so that the response is the next page. Omits fields without a value. */
export const postForm = (action: string, fields: Readonly<Record<string, unknown>>): void => {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = String(value)
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}
