import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptsPlain, chooseEncoding, type Encoding } from './content-encoding.ts'
import { tagOfEncoding } from './entity-tag.ts'
import type { HttpContext } from './http-env.ts'

/** A smaller body fits into the first packets either way, in bytes. */
const smallest = 1_000

/** Maximum number of concurrent compressions, to bound CPU under load. Further responses are sent uncompressed. */
const most = 2 * availableParallelism()

/** Quick ones: a page is compressed while its reader waits. */
const compressors: Readonly<Record<Encoding, (text: string | Buffer) => Promise<Buffer<ArrayBuffer>>>> = {
  gzip: text => promisify(gzip)(text, { level: 5 }),
  br: text =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
}

/**
 * Allows compression of this response if the client accepts it. Only for content without a fixed secret next to attacker-controlled text,
 * whose length could reveal the secret (BREACH). The caller sets `Vary: Accept-Encoding`.
 */
export const letCompress = (c: HttpContext, text: string | Buffer): void => c.set('compressible', text)

/** The codings in the order in which we like to send them. */
const offered: readonly Encoding[] = ['br', 'gzip']

let atWork = 0

/** Compresses a response allowed by `letCompress`. Streams and other responses stay unchanged. */
export const compressAnswer = async (c: HttpContext, text: string | Buffer): Promise<void> => {
  const { status } = c.res
  if (status === 304 || status === 204) return
  const accepted = c.req.header('Accept-Encoding')
  const encoding = chooseEncoding(accepted, offered)
  if (encoding === null) return
  const mayStay = acceptsPlain(accepted)
  if (mayStay && (text.length < smallest || atWork >= most)) return
  atWork++
  try {
    const body = await compressors[encoding](text)
    const headers = new Headers(c.res.headers)
    headers.set('Content-Encoding', encoding)
    const tag = headers.get('ETag')
    if (tag !== null) headers.set('ETag', tagOfEncoding(tag, encoding))
    headers.set('Content-Length', String(body.byteLength))
    // Hono would put the headers of the old answer over those of the new one.
    c.res = undefined
    c.res = new Response(body, { status, headers })
  } finally {
    atWork--
  }
}
