/** Leaves the page with a form, as if somebody had sent it: the answer is the next page. Fields without a value are left out. */
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
