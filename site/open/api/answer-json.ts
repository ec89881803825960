import { type HttpContext, letCompress, strongTag, tagOfEncoding } from '@corroborate/server-kit/http'
import { openHeaders } from './open-headers.ts'

/** Cached for a minute by clients, and for five by shared caches, with stale-while-revalidate. */
export const forAMinute = 'public, max-age=60, s-maxage=300, stale-while-revalidate=60'

/** The answer to a call that sends something: no cache keeps it. */
export const notKept = 'no-store'

/**
 * Answers with JSON under a strong tag, or with 304 and the same headers where the client has it already. The same body has the same
 * tag on every machine. It may be compressed: it holds nothing that only some may know.
 */
export const answerJson = (c: HttpContext, body: unknown, cacheControl: string = forAMinute): Response =>
  answerText(c, JSON.stringify(body), {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': cacheControl,
  })

/** The same for a text of any type. */
export const answerText = (
  c: HttpContext,
  text: string,
  given: { 'Content-Type': string; 'Cache-Control': string },
): Response => {
  const tag = strongTag(text)
  const headers = { ...openHeaders, ...given, Vary: 'Accept-Encoding' }
  const known = c.req.method === 'POST' ? null : knownTag(c.req.header('If-None-Match'), tag)
  if (known !== null) return c.body(null, 304, { ...headers, ETag: known })
  letCompress(c, text)
  return c.body(text, 200, { ...headers, ETag: tag })
}

/** Returns the client's ETag that matches this content in any encoding; null for none. */
const knownTag = (named: string | undefined, tag: string): string | null => {
  const ours = [tag, ...['br', 'gzip'].map(encoding => tagOfEncoding(tag, encoding))]
  for (const one of named?.split(',') ?? []) {
    const bare = one.trim().replace(/^W\//, '')
    if (bare === '*') return tag
    if (ours.includes(bare)) return bare
  }
  return null
}
