import { type HttpContext, HttpProblem, readFormData } from '@corroborate/server-kit/http'

/** The largest body of a check, in bytes: 5,000 references with their abstracts are some 5 MB. */
export const largestBibliography = 8_000_000

/** Output formats of a check: a page, or a file. */
export const shapes = ['page', 'csv', 'json', 'notes'] as const
export type Shape = (typeof shapes)[number]

/** Parses the form: a file, or the text if no file was chosen. @throws HttpProblem 400, 415 */
export const readForm = async (c: HttpContext): Promise<{ bytes: Uint8Array; text: string | null; shape: Shape }> => {
  const form = await readFormData(c)
  const shape = shapes.find(each => each === (form.get('as') ?? 'page'))
  if (shape === undefined) throw new HttpProblem(400, `as is one of ${shapes.join(', ')}.`)
  const file = form.get('file')
  if (file !== null && typeof file !== 'string' && file.size > 0)
    return { bytes: new Uint8Array(await file.arrayBuffer()), text: null, shape }
  const text = form.get('text')
  if (text !== null && typeof text !== 'string') throw new HttpProblem(400, 'text is a text: send a file as file.')
  return { bytes: new TextEncoder().encode(text ?? ''), text: text ?? '', shape }
}
