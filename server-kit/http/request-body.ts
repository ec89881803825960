import { bodyEndedEarly, type HttpContext, HttpProblem } from './http-problem.ts'

/**
 * Refuses bodies above `limit` bytes: at once when their length is announced, else as soon as they have grown past it.
 * @throws HttpProblem 413, or 400 for a body that is cut off
 */
export const limitBody = async (c: HttpContext, limit: number): Promise<void> => {
  if (Number(c.req.header('Content-Length')) > limit) throw tooLarge(limit)
  if (c.req.header('Transfer-Encoding') === undefined) return
  c.req.raw = new Request(c.req.raw, { body: new Blob(await readChunks(c.req.raw.body ?? [], limit)) })
}

const readChunks = async (body: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<never>, limit: number) => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (cause) {
    throw cause instanceof HttpProblem ? cause : bodyEndedEarly(cause)
  }
  return chunks
}

const tooLarge = (limit: number): HttpProblem =>
  new HttpProblem(413, `The body is larger than ${Math.floor(limit / 1000)} kB: send less.`, {
    headers: { Connection: 'close' },
  })

/** No form of ours has a tenth of these. */
const mostFields = 200
const longestPartHeader = 8_000

const formTypes = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i

/**
 * Parses a form that may contain files. Counts the fields first, because parsing millions of them would block the process for minutes.
 * @throws HttpProblem 415 for other content types, 400 if it is malformed or has too many fields, 413 above the size limit.
 */
export const readFormData = async (c: HttpContext): Promise<FormData> => {
  const type = c.req.header('Content-Type') ?? ''
  if (!formTypes.test(type)) throw new HttpProblem(415, 'Send a form.')
  const bytes = await bytesOf(c)
  if (!isReasonable(Buffer.from(bytes), type)) throw new HttpProblem(400, 'The form has too many fields.')
  try {
    return await new Response(bytes, { headers: { 'Content-Type': type } }).formData()
  } catch (cause) {
    throw new HttpProblem(400, 'The form cannot be read: send it again.', { kind: 'malformed-body', cause })
  }
}

const bytesOf = async (c: HttpContext): Promise<ArrayBuffer> => {
  try {
    return await c.req.arrayBuffer()
  } catch (cause) {
    throw cause instanceof HttpProblem ? cause : bodyEndedEarly(cause)
  }
}

const isReasonable = (body: Buffer, type: string): boolean => {
  if (!/^multipart/i.test(type)) return countUpTo(body, '&', mostFields) < mostFields
  const boundary = /boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  let at = -1
  for (let parts = 0; parts <= mostFields; parts++) {
    at = body.indexOf(delimiter, at + 1)
    if (at < 0) return true
    // Searched no further than a header may reach: else each of many parts without one would search the whole body.
    const header = body.subarray(at + delimiter.length, at + delimiter.length + longestPartHeader)
    if (header.length === longestPartHeader && !header.includes('\r\n\r\n')) return false
  }
  return false
}

const countUpTo = (body: Buffer, sign: string, most: number): number => {
  let count = 0
  for (let at = body.indexOf(sign); at >= 0 && count < most; at = body.indexOf(sign, at + 1)) count++
  return count
}
