import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Handler } from 'hono'
import { acceptsPlain, chooseEncoding, type Encoding, isKnown, tagOfEncoding, weakTag } from './content-encoding.ts'
import type { HttpContext, HttpEnv } from './http-problem.ts'

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

type StaticFile = {
  type: string
  etag: string
  isHashed: boolean
  /** A browser loads it into a page, and does not show it by itself. */
  isPart: boolean
  plain: Uint8Array<ArrayBuffer>
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
  /** The codings it can be sent in, the smallest first. */
  encodings: readonly Encoding[]
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

const compressible = /^(text\/|application\/(json|manifest\+json|wasm|xml)|image\/(svg|x-icon))/

const partOfPage = /^(text\/(css|javascript)|font\/)/

/** A name that bundlers derive from the content, such as `entry-B3kd0x9f.js`: under it the content never changes. */
const hashedName = /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

const oneYear = 'public, max-age=31536000, immutable'

/**
 * Serves the files of a folder from memory, read once: unknown paths return 404, so path traversal is impossible. `x.br` and `x.gz` next to
 * a file are its compressed variants; text files without them are compressed at startup. Files with a content hash in their name are cached
 * for a year, others are revalidated with 304.
 * @param otherwise The `Cache-Control` of files without a hash.
 * @example app.get('/assets/*', staticFiles({ folder: 'dist/assets', prefix: '/assets/' }))
 */
export const staticFiles = ({
  folder,
  prefix,
  otherwise = 'no-cache',
}: {
  folder: string
  prefix: string
  otherwise?: string
}): Handler<HttpEnv> => {
  const files = readFolder(folder)
  return (c, next) => {
    // Hono has decoded the path, but for characters that would change its meaning.
    const { path } = c.req
    const file = path.startsWith(prefix) ? files.get(path.slice(prefix.length)) : undefined
    if (file === undefined) return next()
    c.set('isPart', file.isPart)
    const headers: Record<string, string> = {
      'Content-Type': file.type,
      'Cache-Control': file.isHashed ? oneYear : otherwise,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    }
    if (isKnown(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304, headers)
    const encoding = chooseEncoding(c.req.header('Accept-Encoding'), file.encodings)
    if (encoding !== null) headers['Content-Encoding'] = encoding
    const body = (encoding && file.encoded[encoding]) ?? file.plain
    headers['Content-Length'] = String(body.byteLength)
    return c.body(body, 200, headers)
  }
}

const readFolder = (folder: string): Map<string, StaticFile> => {
  const read = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    read.set(relative(folder, path).split(sep).join('/'), readFileSync(path))
  }
  const files = new Map<string, StaticFile>()
  for (const [name, plain] of read) {
    const compressedForm = /\.(br|gz)$/.test(name) && read.has(name.replace(/\.(br|gz)$/, ''))
    if (!compressedForm) files.set(name, describe(name, plain, read))
  }
  return files
}

const describe = (
  name: string,
  plain: Uint8Array<ArrayBuffer>,
  all: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): StaticFile => {
  const type = types[extname(name).toLowerCase()] ?? 'application/octet-stream'
  const encoded: StaticFile['encoded'] = {}
  if (compressible.test(type) && plain.byteLength > 500) {
    encoded.br = all.get(`${name}.br`) ?? brotli(plain)
    encoded.gzip = all.get(`${name}.gz`) ?? new Uint8Array(gzipSync(plain))
  }
  return {
    type,
    etag: weakTag(plain),
    isHashed: hashedName.test(name),
    isPart: partOfPage.test(type),
    plain,
    encoded,
    encodings: encoded.br === undefined ? [] : ['br', 'gzip'],
  }
}

const brotli = (plain: Uint8Array): Uint8Array<ArrayBuffer> =>
  // Quality 5: a tenth of the time of the best one, for a start that does not wait; builds may bring their own `.br`.
  new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))
