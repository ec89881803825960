import type { HttpContext } from './http-env.ts'
import { HttpProblem } from './http-problem.ts'

/**
 * Refuses bodies above `limit` bytes: at once when their length is announced, else as soon as they have grown past it.
 * @throws HttpProblem 413
 */
export const limitBody = async (c: HttpContext, limit: number): Promise<void> => {
  const announced = c.req.header('Content-Length')
  if (announced !== undefined && c.req.header('Transfer-Encoding') === undefined) {
    if (Number(announced) > limit) throw tooLarge(limit)
    return
  }
  if (c.req.header('Transfer-Encoding') === undefined || c.req.raw.body === null) return

  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of c.req.raw.body) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  c.req.raw = new Request(c.req.raw, { body: new Blob(chunks) })
}

const tooLarge = (limit: number): HttpProblem =>
  new HttpProblem(413, `The body is larger than ${Math.floor(limit / 1000)} kB: send less.`, {
    headers: { Connection: 'close' },
  })
