import {
  allowScripts,
  chooseEncoding,
  type HttpContext,
  knownForm,
  letCompress,
  tagOfEncoding,
} from '@corroborate/server-kit/http'
import type { BriefDocument } from './brief-cache.ts'
import { inlineHashes } from './document.ts'

/**
 * Responds with a shared document: 304 if the reader has it, compressed if accepted. Popular documents are compressed in advance, others on
 * the fly.
 */
export const sendDocument = (c: HttpContext, document: BriefDocument, status: 200 | 429 = 200): Response => {
  const { etag, gzip, bytes } = document
  const known = etag === null ? null : knownForm(c.req.header('If-None-Match'), etag)
  if (known !== null) return c.body(null, 304, { ...document.headers, ETag: known })
  allowScripts(c, inlineHashes)
  const headers = { ...document.headers, 'Content-Type': 'text/html; charset=UTF-8' }
  if (etag !== null && gzip !== null && chooseEncoding(c.req.header('Accept-Encoding'), ['gzip', 'br']) === 'gzip') {
    const body = gzip()
    return c.body(body, status, {
      ...headers,
      ETag: tagOfEncoding(etag, 'gzip'),
      'Content-Encoding': 'gzip',
      'Content-Length': String(body.byteLength),
    })
  }
  letCompress(c, bytes)
  return c.body(bytes, status, etag === null ? headers : { ...headers, ETag: etag })
}
