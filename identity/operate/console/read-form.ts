import { type HttpContext, HttpProblem, readFormData } from '@corroborate/server-kit/http'

/** Parses the request's form. @throws HttpProblem 400 if it is invalid or contains a NUL character, which PostgreSQL cannot store */
export const formOfRequest = async (c: HttpContext): Promise<FormData> => {
  const form = await readFormData(c)
  for (const [, value] of form) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new HttpProblem(400, 'The form holds a NUL character: remove it.', { kind: 'malformed-body' })
  }
  return form
}

/** Returns a getter of form values; empty if missing. */
export const formValues = async (c: HttpContext): Promise<(name: string) => string> => {
  const form = await formOfRequest(c)
  return name => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
}
