import type { HttpContext } from './http-env.ts'
import { bodyEndedEarly, HttpProblem } from './http-problem.ts'

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
