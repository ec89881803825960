import { chooseEncoding, type HttpContext, isKnown, letCompress, nonceOf } from '@corroborate/server-kit/http'
import type { BriefDocument } from './brief-cache.ts'

/**
 * Answers with a document: 304 where the reader has it, compressed where the reader takes that. What is sent often was compressed
 * before, with the reader's nonce beside the compressed parts; the rest is compressed on its way out.
 */
export const sendDocument = (c: HttpContext, document: BriefDocument, status: 200 | 429 = 200): Response => {
  const { etag, gzip } = document
  const headers = etag === null ? document.headers : { ...document.headers, ETag: etag }
  if (etag !== null && isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
  const nonce = nonceOf(c)
  if (gzip !== null && chooseEncoding(c.req.header('Accept-Encoding'), ['gzip', 'br']) === 'gzip') {
    const body = gzip(nonce)
    return c.body(body, status, {
      ...headers,
      'Content-Type': 'text/html; charset=UTF-8',
      'Content-Encoding': 'gzip',
      'Content-Length': String(body.byteLength),
    })
  }
  const bytes = document.bytes(nonce)
  letCompress(c, bytes)
  return c.body(bytes, status, { ...headers, 'Content-Type': 'text/html; charset=UTF-8' })
}
