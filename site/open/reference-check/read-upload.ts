import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'

/** The largest body of a check, in bytes: 5,000 references with their abstracts are some 5 MB. */
export const largestBibliography = 8_000_000

/** What is done with a check: shown, or given back as a file. */
export const shapes = ['page', 'csv', 'json', 'notes'] as const
export type Shape = (typeof shapes)[number]

/** What a form of ours sends: a file, or the text beside it where no file was chosen. @throws HttpProblem 400, 415 */
export const readForm = async (c: HttpContext): Promise<{ bytes: Uint8Array; text: string | null; shape: Shape }> => {
  const form = await formOf(c)
  const shape = shapes.find(each => each === (form.get('as') ?? 'page'))
  if (shape === undefined) throw new HttpProblem(400, `as is one of ${shapes.join(', ')}.`)
  const file = form.get('file')
  if (file !== null && typeof file !== 'string' && file.size > 0)
    return { bytes: new Uint8Array(await file.arrayBuffer()), text: null, shape }
  const text = form.get('text')
  if (text !== null && typeof text !== 'string') throw new HttpProblem(400, 'text is a text: send a file as file.')
  return { bytes: new TextEncoder().encode(text ?? ''), text: text ?? '', shape }
}

const formOf = async (c: HttpContext): Promise<FormData> => {
  const type = c.req.header('Content-Type') ?? ''
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
    throw new HttpProblem(415, 'Send the references as a form, or as JSON to /api/v1/check.')
  try {
    return await c.req.formData()
  } catch (cause) {
    throw new HttpProblem(400, 'The form cannot be read: send it again.', { kind: 'malformed-body', cause })
  }
}
