import type { HttpContext } from './http-env.ts'

/**
 * Puts headers on an answer, but for those that its handler has set itself. Over a socket they go to Node's own answer,
 * where those of the handler replace them: a third of the cost of touching the answer's `Headers`.
 */
export const putDefaultHeaders = (c: HttpContext, headers: readonly (readonly [string, string])[]): void => {
  const outgoing = c.env?.outgoing
  if (outgoing !== undefined) {
    if (outgoing.headersSent) return
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    return
  }
  // Headers of `Response.redirect()` and `fetch` are immutable, so the response is copied.
  const answer = new Headers(c.res.headers)
  for (const [name, value] of headers) if (!answer.has(name)) answer.set(name, value)
  const { status, statusText, body } = c.res
  c.res = new Response(body, { status, statusText, headers: answer })
}
